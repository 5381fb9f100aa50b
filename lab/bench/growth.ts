import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createSchedule } from '@upvigil/server/checks/schedule/schedule';
import { type Database, openSqliteStorage } from '@upvigil/server/storage/database';
import type { MonitorRow } from '@upvigil/server/storage/tables';
import { newDataDir } from '../support/product.ts';
import { type KnownTarget, startKnownTarget } from '../support/targets/known-target.ts';
import { percentile } from './support/figures.ts';
import { seedLongHistory } from './support/installations/long-history.ts';
import { seedWatched, type Watched } from './support/installations/watched-installation.ts';
import { measureProduct } from './support/measure-product.ts';
import { ask, servePages } from './support/pages.ts';
import { measureRecording, type Recording } from './support/recording.ts';

/**
 * How cost grows: with the number of monitors, which should only cost memory and their checks, and with the number of
 * stored checks, which should cost nothing.
 *
 *   npm run build && npx tsx --conditions=source lab/bench/growth.ts [--only monitors|history] [--checks 50000000]
 *
 * Monitors: CPU, memory and lateness of the built product, against a target that answers after 50 ms. A tick (the
 * scheduler's work for a check) and a commit (a transaction of 250 checks) are measured in this process on the same data.
 * History: SQLite, 600 monitors, one check a minute. `--checks` adds a larger history; 50 million take some minutes more.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, checks: { type: 'string' } } });
const minute = 60_000;
const targetDelay = 50;

/** 10,000 and 35,000 monitors have the same rate, so that only their number differs. */
const loads = [
  { monitors: 100, intervalSeconds: 10, settleSeconds: 12, seconds: 10 },
  { monitors: 1_000, intervalSeconds: 10, settleSeconds: 12, seconds: 10 },
  { monitors: 10_000, intervalSeconds: 10, settleSeconds: 16, seconds: 10 },
  { monitors: 35_000, intervalSeconds: 35, settleSeconds: 38, seconds: 14 },
];
const websites = 50;
const recordedOfMonitors = 20_000;

const monitorsOfHistory = 600;
const histories = [0, 1_000_000, 10_000_000, ...(values.checks === undefined ? [] : [Number(values.checks)])];
const recordedOfHistory = 40_000;
const requests = 60;
const pages = [
  '/dashboard/stats?hours=24',
  '/public/statistics/1?hours=24',
  '/urls/website/1',
  '/checks/url/1?hours=24',
  '/alerts/?hours=168',
];

/** Lines of right-aligned cells of one width. */
const show = (cells: readonly (string | number)[]): void =>
  console.log(cells.map((cell) => String(cell).padStart(14)).join(''));

/** The scheduler's time for one check in microseconds: each monitor is taken and put back several times. */
function tickOf(monitors: number): number {
  const interval = 10_000;
  const schedule = createSchedule();
  const ids = Array.from({ length: monitors }, (_, at) => at + 1);
  schedule.add(
    ids.map((id) => ({ id, interval, next_due: (id * interval) / monitors })),
    0,
  );
  let checks = 0;
  let now = 0;
  const run = (count: number): void => {
    for (const until = checks + count; checks < until; now += 1) {
      for (const { id } of schedule.takeDue(now, 16)) {
        schedule.finish(id, now, null);
        checks += 1;
      }
    }
  };
  run(200_000);
  const before = performance.now();
  run(200_000);
  return ((performance.now() - before) * 1000) / 200_000;
}

const readMonitors = (db: Database): Promise<MonitorRow[]> => db.selectFrom('monitors').selectAll().execute();

async function recordInto(dataDir: string, count: number, from: number): Promise<Recording> {
  const storage = openSqliteStorage(dataDir);
  const recording = await measureRecording(storage.db, await readMonitors(storage.db), { count, from });
  await storage.close();
  return recording;
}

async function measureMonitors(target: KnownTarget, load: Watched & { settleSeconds: number; seconds: number }) {
  const { monitors, intervalSeconds } = load;
  const dataDir = newDataDir();
  await seedWatched(dataDir, target.url, load);
  const product = await measureProduct(target, dataDir, load, load);
  const { commitP50, commitP99 } = await recordInto(dataDir, recordedOfMonitors, Date.now());
  rmSync(dataDir, { recursive: true });
  show([
    ...[monitors, `${intervalSeconds} s`, `${Math.round(monitors / intervalSeconds)}/s`, product.achieved.toFixed(1)],
    ...[product.cpuPerCheck.toFixed(3), product.cores.toFixed(2), product.rss.toFixed(0)],
    ...[product.latenessP50.toFixed(2), product.latenessP99.toFixed(2)],
    ...[tickOf(monitors).toFixed(2), commitP50.toFixed(1), commitP99.toFixed(1)],
  ]);
}

/** The duration of each request in milliseconds, without the first few, which compile code and fill caches. */
async function timesOf(dataDir: string, page: string, now: number): Promise<number[]> {
  const storage = openSqliteStorage(dataDir);
  const app = servePages(storage, now);
  const times: number[] = [];
  for (let request = 0; request < requests + 10; request++) times.push(await ask(app, page));
  await app.close();
  await storage.close();
  return times.slice(10);
}

async function measureHistory(checks: number): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-growth-'));
  try {
    const now = Math.floor(Date.now() / minute) * minute;
    const days = Math.max(1, Math.ceil(checks / monitorsOfHistory / (24 * 60)));
    await seedLongHistory(dataDir, { monitors: monitorsOfHistory, checks, days, now });
    const figures: string[] = [];
    for (const page of pages) {
      const times = await timesOf(dataDir, page, now);
      figures.push(`${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`);
    }
    const { cpu, commitP50, commitP99 } = await recordInto(dataDir, recordedOfHistory, now + minute);
    show([checks, cpu.toFixed(1), `${commitP50.toFixed(1)} / ${commitP99.toFixed(1)}`, ...figures]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (values.only !== 'history') {
  console.log(
    'By monitors. CPU of a check, lateness and commit in milliseconds, memory in MiB, a tick in microseconds',
  );
  show([
    ...['monitors', 'interval', 'rate', '% achieved', 'CPU a check', 'cores', 'memory'],
    ...['late p50', 'late p99', 'tick', 'commit p50', 'commit p99'],
  ]);
  const target = await startKnownTarget(targetDelay);
  for (const load of loads) await measureMonitors(target, { ...load, websites });
  target.close();
}
if (values.only !== 'monitors') {
  console.log(
    `By checks stored, ${monitorsOfHistory} monitors. CPU of recording a check in microseconds, p50 / p99 in milliseconds`,
  );
  show(['checks', 'CPU a check', 'commit', 'dashboard', 'statistics', 'list', 'checks', 'alerts']);
  for (const checks of histories) await measureHistory(checks);
}
