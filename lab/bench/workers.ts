import { rmSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { startTestPostgres } from '../../packages/server/src/testing/postgres.ts';
import { newDataDir, spawnProduct } from '../support/product.ts';
import { openFleet, regularity, seedMonitors, startNotingTarget, startRole } from '../support/worker-fleet.ts';
import { cpuSeconds, cpuSecondsOfFamily } from './support/figures.ts';
import { reportFigure } from './support/targets/report-figure.ts';

/**
 * Throughput and cost of one process on SQLite, compared with 1, 2 and 3 workers on PostgreSQL: at a rate that all
 * sustain, and at one that is too high for this machine. Then, of three workers, one is killed and one is stopped for
 * a minute. Everything runs on this machine: target, PostgreSQL (with durable writes) and all workers. Checks count
 * when they are stored. The target has CPU priority if that is allowed (root), because it stands for other machines:
 * without CPU time it would rightly be found down.
 */
const { values } = parseArgs({
  options: {
    monitors: { type: 'string', default: '3000' },
    most: { type: 'string', default: '40000' },
    interval: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '30' },
  },
});
const monitors = Number(values.monitors);
const most = Number(values.most);
const intervalSeconds = Number(values.interval);
const seconds = Number(values.seconds);
/** Two beats of the workers and an interval: then the quotas are settled and all monitors have been checked. */
const settleMilliseconds = 12_000 + intervalSeconds * 1000;

const ordinaryPriority = os.getPriority();

/** This process is the target. Child processes inherit its priority but should have the ordinary one. */
async function startBehind<T>(start: () => Promise<T>): Promise<T> {
  if (os.getPriority() !== ordinaryPriority) os.setPriority(ordinaryPriority);
  const started = await start();
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGH);
  } catch {
    console.log('the target does not go first (that needs root): it may be found down when there is too much to do');
  }
  return started;
}

type Running = Awaited<ReturnType<typeof startRole>>;
const pidOf = ({ process }: Running): number => process.pid ?? Number.NaN;

/** Prints what the processes and the database did in some seconds. Returns the number of checks a second. */
async function measure(name: string, storage: Storage, running: Running[], databasePid?: number): Promise<number> {
  const cpuOf = () => running.reduce((sum, one) => sum + cpuSeconds(pidOf(one)), 0);
  const cpuOfDatabase = () => (databasePid === undefined ? 0 : cpuSecondsOfFamily(databasePid));
  await wait(settleMilliseconds);
  const before = { at: Date.now(), cpu: cpuOf(), database: cpuOfDatabase() };
  await wait(seconds * 1000);
  const after = { at: Date.now(), cpu: cpuOf(), database: cpuOfDatabase() };
  // Checks that have run are stored shortly afterwards.
  await wait(2000);
  const { count, up } = await storage.db
    .selectFrom('checks')
    .where('checked_at', '>=', before.at)
    .where('checked_at', '<', after.at)
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.sum<number | string>('is_up').as('up')])
    .executeTakeFirstOrThrow();
  const checks = Number(count);
  const each = (cpu: number): string => `${((cpu * 1000) / checks).toFixed(2)} ms`;
  const rate = (checks * 1000) / (after.at - before.at);
  console.log(
    name.padEnd(24),
    `${rate.toFixed(0)} checks/s,`.padStart(15),
    `CPU a check: product ${each(after.cpu - before.cpu)},`,
    `database ${databasePid === undefined ? 'in it' : each(after.database - before.database)};`,
    `${checks - Number(up)} not up`,
  );
  return rate;
}

/** Returns the number of checks a second. */
async function measureSqlite(count: number): Promise<number> {
  const target = await startNotingTarget();
  const dataDir = newDataDir();
  const storage = openSqliteStorage(dataDir);
  await seedMonitors(storage, target.url, count, intervalSeconds);
  const one = await startBehind(() =>
    spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench password', CHROMIUM_PATH: 'off' }),
  );
  const rate = await measure('SQLite, one process', storage, [one]);
  await one.end('SIGKILL');
  await storage.close();
  await target.close();
  rmSync(dataDir, { recursive: true, force: true });
  return rate;
}

type Target = Awaited<ReturnType<typeof startNotingTarget>>;

interface Fleet {
  target: Target;
  workers: Running[];
  /** Measures the running workers. Returns the number of checks a second. */
  measureFleet(): Promise<number>;
}

/** Measures one, two and three workers. Calls `atLast` for the three, with the rate of each of the three runs. */
async function measurePostgres(
  count: number,
  atLast: (fleet: Fleet, rates: readonly number[]) => Promise<void>,
): Promise<void> {
  const postgres = await startBehind(() => startTestPostgres({ isDurable: true }));
  const target = await startNotingTarget();
  const databaseUrl = await postgres.createDatabase();
  const storage = openFleet(databaseUrl);
  await seedMonitors(storage, target.url, count, intervalSeconds);
  const web = await startBehind(() => startRole(databaseUrl, 'web'));
  const workers: Running[] = [];
  const measureFleet = (): Promise<number> =>
    measure(`PostgreSQL, ${workers.length} worker${workers.length > 1 ? 's' : ''}`, storage, workers, postgres.pid);
  const rates: number[] = [];
  while (workers.length < 3) {
    workers.push(await startBehind(() => startRole(databaseUrl, 'worker')));
    rates.push(await measureFleet());
  }
  await atLast({ target, workers, measureFleet }, rates);
  await Promise.all([web, ...workers].map(({ end }) => end('SIGKILL')));
  await storage.close();
  await target.close();
  await postgres.remove();
}

/** One worker is measured before and after the three, so that a change of the machine's speed favours neither. */
async function compareWithOne(
  { workers, measureFleet }: Fleet,
  [first = Number.NaN, , three = Number.NaN]: readonly number[],
): Promise<void> {
  await Promise.all(workers.splice(1).map(({ end }) => end('SIGTERM')));
  const one = (first + (await measureFleet())) / 2;
  const microseconds = (rate: number): number => 1e6 / rate;
  reportFigure('three-workers', microseconds(three), { reference: { name: '1 worker', measured: microseconds(one) } });
}

async function loseTwo({ target: { times }, workers: [killed, stopped] }: Fleet): Promise<void> {
  const since = performance.now();
  await killed?.end('SIGKILL');
  stopped?.process.kill('SIGSTOP');
  await wait(60_000);
  stopped?.process.kill('SIGCONT');
  await wait(30_000);
  const seen = regularity(times, since, intervalSeconds);
  console.log(`one killed, one stopped for a minute: ${JSON.stringify(seen)}`);
  const isRight = seen.doubled === 0 && seen.longestGap <= intervalSeconds + 30;
  console.log(isRight ? `right: within ${intervalSeconds} + 30 s, none doubled` : 'WRONG');
  process.exitCode = isRight ? 0 : 1;
}

const wanted = (count: number): void =>
  console.log(`${count} monitors every ${intervalSeconds} s: ${count / intervalSeconds} checks/s wanted`);

wanted(most);
reportFigure('highest-rate', await measureSqlite(most));
await measurePostgres(most, compareWithOne);
wanted(monitors);
await measureSqlite(monitors);
await measurePostgres(monitors, loseTwo);
