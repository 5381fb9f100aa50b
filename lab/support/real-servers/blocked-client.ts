/** Runs in a namespace: checks of a MariaDB that blocks a host after five connection errors. Prints their outcomes. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { networkProbeTarget } from '@upvigil/core/contract/monitor-kinds/registry';
import { systemClock } from '@upvigil/server/base/clock';
import { createCheckCommands } from '@upvigil/server/checks/commands/check-commands';
import { createEvaluator } from '@upvigil/server/checks/probe/assertions/evaluator';
import { createDialer } from '@upvigil/server/checks/probe/dialing/dialer';
import { createStallDetector } from '@upvigil/server/checks/probe/event-loop-stalls';
import { createPinger } from '@upvigil/server/checks/probe/icmp/pinger';
import { probeUnderDeadline } from '@upvigil/server/checks/probe/probe-under-deadline';
import { probeTarget } from '@upvigil/server/checks/probe/probes/registry';
import { createTimeSlices } from '@upvigil/server/checks/probe/time-slices';
import { makeCertificate } from '@upvigil/server/testing/targets/certificates';
import { startMariaDb } from './servers.ts';

const errorMark = 0xff;
const input = JSON.parse(process.argv[2] ?? '{}') as { address: string; checks: number };
// Without a user who may come from anywhere, the server would refuse the host in place of a greeting.
const anyUser = "create user watch@'%' identified by 'right-password';\n";
const flags = ['--max-connect-errors=5'];
const server = await startMariaDb(anyUser, { flags, address: '*' });
const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-mariadb-tls-'));
const { cert, key } = await makeCertificate();
writeFileSync(path.join(folder, 'cert.pem'), cert);
writeFileSync(path.join(folder, 'key.pem'), key);
const tlsFlags = [`--ssl-cert=${folder}/cert.pem`, `--ssl-key=${folder}/key.pem`];
const tlsServer = await startMariaDb(anyUser, { flags: [...flags, ...tlsFlags], address: '*' });
const tools = {
  clock: systemClock,
  dialer: createDialer(),
  pinger: createPinger({ clock: systemClock }),
  timeSlices: createTimeSlices(systemClock),
  evaluator: createEvaluator(systemClock),
  commands: createCheckCommands(),
  stallDetector: createStallDetector(systemClock),
  ownName: null,
  probe: probeTarget,
};

async function check(options: Record<string, unknown> = {}, { port } = server): Promise<string> {
  const fields = { host: input.address, port, expected_response: null, packet_loss_threshold: null };
  const target = networkProbeTarget('MYSQL', { ...fields, options });
  if (target === null) throw new Error('the target needs a port');
  const outcome = await probeUnderDeadline(target, 10, tools, new AbortController());
  return outcome.outcome === 'down' ? outcome.reason : outcome.outcome;
}

async function countOutcomes(times: number, run: () => Promise<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let done = 0; done < times; done += 1) {
    const outcome = await run();
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Returns whether the server greeted. */
async function closeAfterGreeting(): Promise<boolean> {
  const socket = connect(server.port, input.address);
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  await once(socket, 'close');
  return greeting[4] !== errorMark;
}

async function closeUntilBlocked(): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (!(await closeAfterGreeting())) return true;
  }
  return false;
}

const checks = await countOutcomes(input.checks, () => check());
const checksOverMissingTls = await countOutcomes(input.checks, () => check({ security: 'tls' }));
const checksOverUnknownIssuer = await countOutcomes(input.checks, () => check({ security: 'tls' }, tlsServer));
const signIn = { security: 'tls', username: 'watch', password: 'right-password' };
const signInsOverUnknownIssuer = await countOutcomes(input.checks, () => check(signIn, tlsServer));
const afterUnknownIssuer = await check({ security: 'tls', ca: cert, server_name: 'localhost' }, tlsServer);
const isBlocked = await closeUntilBlocked();
const afterwards = await check();
await server.stop();
await tlsServer.stop();
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({
    checks,
    checksOverMissingTls,
    checksOverUnknownIssuer,
    signInsOverUnknownIssuer,
    afterUnknownIssuer,
    isBlocked,
    afterwards,
  }),
);
process.exit();
