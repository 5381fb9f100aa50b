import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { regularity, seedMonitors, startNotingTarget, startRole } from '../e2e/support/worker-fleet.ts';
import { startTestPostgres } from '../packages/server/src/testing/postgres.ts';

/**
 * Workers on one PostgreSQL: what a check costs with 1, 2 and 3 of them, then one killed and one stopped for a minute.
 * Everything runs on this machine: the target, PostgreSQL and all workers.
 */
const { values } = parseArgs({
  options: {
    monitors: { type: 'string', default: '3000' },
    interval: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '30' },
  },
});
const monitors = Number(values.monitors);
const intervalSeconds = Number(values.interval);
const seconds = Number(values.seconds);

const ticksPerSecond = 100;
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

const postgres = await startTestPostgres();
const target = await startNotingTarget();
const databaseUrl = await postgres.createDatabase();
await seedMonitors(databaseUrl, target.url, monitors, intervalSeconds);
const web = await startRole(databaseUrl, 'web');
const workers: Awaited<ReturnType<typeof startRole>>[] = [];

const seenChecks = (): number => [...target.times.values()].reduce((sum, times) => sum + times.length, 0);

for (const count of [1, 2, 3]) {
  workers.push(await startRole(databaseUrl, 'worker'));
  // Two beats: the new worker has its share.
  await wait(12_000 + intervalSeconds * 1000);
  const cpuBefore = workers.map(({ process }) => cpuSeconds(process.pid ?? 0));
  const checksBefore = seenChecks();
  await wait(seconds * 1000);
  const checks = seenChecks() - checksBefore;
  const cpu = workers.reduce((sum, { process }, at) => sum + cpuSeconds(process.pid ?? 0) - (cpuBefore[at] ?? 0), 0);
  const perCheck = ((cpu * 1000) / checks).toFixed(2);
  console.log(`${count} worker(s): ${(checks / seconds).toFixed(0)} checks/s, ${perCheck} ms of worker CPU a check`);
}

const since = performance.now();
const [killed, stopped] = workers;
await killed?.end('SIGKILL');
stopped?.process.kill('SIGSTOP');
await wait(60_000);
stopped?.process.kill('SIGCONT');
await wait(30_000);
const seen = regularity(target.times, since, intervalSeconds);
console.log(`one killed, one stopped for a minute: ${JSON.stringify(seen)}`);
const isRight = seen.doubled === 0 && seen.longestGap <= intervalSeconds + 30;
console.log(isRight ? `right: within ${intervalSeconds} + 30 s, none doubled` : 'WRONG');
process.exitCode = isRight ? 0 : 1;

await Promise.all([web, ...workers].map(({ end }) => end('SIGKILL')));
await target.close();
await postgres.remove();
