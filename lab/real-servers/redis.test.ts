import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';
import { startRedis } from '../support/real-servers/servers.ts';

const password = 'right-password';

/** As the server counts them, without the connection of this question. */
async function countClients(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`AUTH ${password}\r\nINFO clients\r\nQUIT\r\n`);
  const [, count] = /connected_clients:(\d+)/.exec(await text(socket)) ?? [];
  return Number(count) - 1;
}

describeRealServer('REDIS on redis-server', {
  program: 'redis-server',
  start: () => startRedis(['--requirepass', password]),
  up: (port) => ({
    'without a sign-in': networkTarget('REDIS', { host: '127.0.0.1', port }),
    'with a password': networkTarget('REDIS', { host: '127.0.0.1', port }, { password, database: '3' }),
    'with a user name': networkTarget('REDIS', { host: '127.0.0.1', port }, { username: 'default', password }),
  }),
  refused: (port) => ({
    target: networkTarget('REDIS', { host: '127.0.0.1', port }, { password: 'wrong-password' }),
    reason: 'sign-in refused',
  }),
  countConnections: countClients,
});
