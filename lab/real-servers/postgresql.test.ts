import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { administratorOf, startTestPostgres } from '@upvigil/server/testing/postgres';
import { makeCertificate } from '@upvigil/server/testing/targets/certificates';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';
import type { RealServer } from '../support/real-servers/server-program.ts';

const password = 'right-password';
const certificate = await makeCertificate();

/** A server with TLS that requests a password of all users except its administrator. */
async function startPostgres(): Promise<RealServer> {
  const server = await startTestPostgres();
  const administrator = await administratorOf(server.port);
  const { rows } = await administrator.query('show data_directory');
  const write = (name: string, text: string): void => {
    const file = path.join(rows[0].data_directory, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (process.getuid?.() === 0) chownSync(file, 65_534, 65_534);
  };
  write('server.key', certificate.key);
  write('server.crt', certificate.cert);
  write(
    'pg_hba.conf',
    ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n'),
  );
  await administrator.query(`create role watch login password '${password}'`);
  await administrator.query('alter system set ssl = on');
  await administrator.query('select pg_reload_conf()');
  await administrator.end();
  return { port: server.port, stop: () => server.remove() };
}

describeRealServer('POSTGRESQL on PostgreSQL', {
  program: null,
  start: startPostgres,
  up: (port) => {
    const target = { host: '127.0.0.1', port };
    const signIn = { username: 'watch', password, database: 'postgres' };
    const tls = { security: 'tls', ca: certificate.cert };
    return {
      'without a sign-in': networkTarget('POSTGRESQL', target),
      'with a sign-in': networkTarget('POSTGRESQL', target, signIn),
      'without a sign-in over TLS': networkTarget('POSTGRESQL', target, tls),
      'with a sign-in over TLS': networkTarget('POSTGRESQL', target, { ...signIn, ...tls }),
    };
  },
  refused: (port) => ({
    target: networkTarget('POSTGRESQL', { host: '127.0.0.1', port }, { username: 'watch', password: 'wrong-password' }),
    reason: 'sign-in refused',
  }),
  async countConnections(port) {
    const administrator = await administratorOf(port);
    const others = "backend_type = 'client backend' and pid <> pg_backend_pid()";
    const { rows } = await administrator.query(`select count(*)::int from pg_stat_activity where ${others}`);
    await administrator.end();
    return rows[0].count;
  },
});
