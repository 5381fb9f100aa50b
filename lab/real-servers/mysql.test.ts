import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { findNamespaces, runInNamespace } from '@upvigil/server/testing/namespaces';
import mysql from 'mysql2/promise';
import { expect, it } from 'vitest';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';
import { skipNote } from '../support/real-servers/server-program.ts';
import { startMariaDb } from '../support/real-servers/servers.ts';

const password = 'right-password';
const users = [
  `create user watch@'%' identified by '${password}';`,
  "create user counter@'127.0.0.1';",
  "grant process on *.* to counter@'127.0.0.1';",
  '',
].join('\n');

describeRealServer('MYSQL on mariadbd', {
  program: 'mariadbd',
  start: () => startMariaDb(users),
  up: (port) => ({
    'without a sign-in': networkTarget('MYSQL', { host: '127.0.0.1', port }),
    'with a sign-in': networkTarget('MYSQL', { host: '127.0.0.1', port }, { username: 'watch', password }),
  }),
  refused: (port) => ({
    target: networkTarget('MYSQL', { host: '127.0.0.1', port }, { username: 'watch', password: 'wrong-password' }),
    reason: 'sign-in refused',
  }),
  async countConnections(port) {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'counter' });
    const [rows] = await connection.query('select id from information_schema.processlist where id <> connection_id()');
    await connection.end();
    return (rows as unknown[]).length;
  },
});

const namespaces = await findNamespaces();
const note = namespaces.note || skipNote('mariadbd');

it.skipIf(note !== '')(
  `passes 200 checks with max_connect_errors=5, also with an invalid certificate; a client that closes is blocked${note}`,
  async () => {
    const file = new URL('../support/real-servers/blocked-client.ts', import.meta.url);
    // MariaDB never blocks 127.0.0.1.
    const setup = [
      'ip addr add 192.0.2.1/24 dev lo',
      // It counts errors of hosts whose address has a name.
      'hosts=$(mktemp)',
      'printf "127.0.0.1 localhost\\n192.0.2.1 client.test\\n" > $hosts',
      'mount --bind $hosts /etc/hosts',
      'rm $hosts',
    ];

    expect(await runInNamespace(file, { address: '192.0.2.1', checks: 200 }, setup)).toEqual({
      checks: { up: 200 },
      checksOverMissingTls: { 'server does not offer TLS': 200 },
      checksOverUnknownIssuer: { 'self-signed certificate': 200 },
      signInsOverUnknownIssuer: { 'self-signed certificate': 200 },
      afterUnknownIssuer: 'up',
      isBlocked: true,
      afterwards: 'server blocks this host (1129)',
    });
  },
);
