import { pbkdf2Sync } from 'node:crypto';
import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';
import { startMosquitto } from '../support/real-servers/servers.ts';

const host = '127.0.0.1';
const user = { username: 'ops', password: 'right-password' };

/** As mosquitto_passwd writes it: PBKDF2 with SHA-512, the iterations, the salt and the hash. */
const salt = Buffer.from('twelve bytes');
const hash = pbkdf2Sync(user.password, salt, 101, 64, 'sha512');
const passwords = `${user.username}:$7$101$${salt.toString('base64')}$${hash.toString('base64')}\n`;

describeRealServer('MQTT on mosquitto', {
  program: 'mosquitto',
  start: () => startMosquitto(['allow_anonymous false', 'password_file %FOLDER%/passwords'], { passwords }),
  up: (port) => ({
    'without a sign-in': networkTarget('MQTT', { host, port }),
    'with a sign-in': networkTarget('MQTT', { host, port }, user),
    'with a retained message': networkTarget(
      'MQTT',
      { host, port },
      { ...user, topic: '$SYS/broker/version', expect: 'mosquitto' },
    ),
  }),
  refused: (port) => ({
    target: networkTarget('MQTT', { host, port }, { ...user, password: 'wrong-password' }),
    reason: 'broker refused the connection (code 5)',
  }),
});
