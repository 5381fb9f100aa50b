import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pageForm, readWebApp } from '@upvigil/server/api/http/web-app';
import { systemClock } from '@upvigil/server/base/clock';
import { createChangeFeed } from '@upvigil/server/base/domain/change-feed';
import { createWebsiteSumming } from '@upvigil/server/checks/record/rollups/sum-websites';
import { webFolder } from '@upvigil/server/product-files';
import { createPublicSnapshot, type PublicSnapshot } from '@upvigil/server/public/status/snapshot';
import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { percentile } from './support/figures.ts';
import { seedLongHistory } from './support/installations/long-history.ts';
import { ask, servePages } from './support/pages.ts';
import { reportFigure } from './support/targets/report-figure.ts';

/**
 * How long pages take to read a long history: repeatedly for a program that has just started, and with nothing of the
 * file in the kernel's cache. And how long it takes to compute the sums of its websites, as after an upgrade or a
 * restore.
 *
 *   npx tsx --conditions=source lab/bench/long-history.ts [--checks 50000000] [--monitors 1150] [--days 365] [--folder F]
 *     [--only PART-OF-A-PATH]
 *
 * The first website has 500 monitors. 50 million checks take 4 GB below the folder and some minutes to generate. An
 * existing folder is used and kept. Run `npm run build` first: public pages come from the built product.
 */
const { values } = parseArgs({
  options: {
    checks: { type: 'string', default: '50000000' },
    monitors: { type: 'string', default: '1150' },
    days: { type: 'string', default: '365' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    starts: { type: 'string', default: '10' },
    repeats: { type: 'string', default: '100' },
  },
});
const checks = Number(values.checks);
const monitors = Number(values.monitors);
const days = Number(values.days);
/** Number of starts whose first response is measured. */
const starts = Number(values.starts);
/** Number of responses measured for one process. */
const repeats = Number(values.repeats);
const minute = 60_000;

/** `:id` is another monitor each time. Every fifth is a network monitor. */
const questions = [
  '/dashboard/stats?hours=1',
  '/dashboard/stats?hours=24',
  '/dashboard/stats?hours=168',
  '/dashboard/stats?hours=8760',
  '/dashboard/down',
  '/websites/',
  '/urls/website/1',
  '/urls/search?text=shop',
  '/network/websites/1/network-monitors',
  '/public/statistics/1?hours=24',
  '/public/statistics/1?hours=720',
  '/public/statistics/1?hours=8760',
  '/checks/url/:id?hours=24',
  '/checks/url/:id/history?hours=24',
  '/checks/url/:id/history?hours=720',
  '/checks/url/:id/history?hours=8760',
  '/checks/url/:id/history?range=1y',
  '/checks/url/:id/summary?range=1y',
  '/websites/1/history?range=1y',
  '/websites/2/history?range=1y',
  '/network/network-monitors/:service/stats?hours=24',
  '/network/network-monitors/:service/stats?hours=8760',
  '/network/network-monitors/:service/checks',
  '/alerts/?hours=168',
  '/alerts/url/:id',
  '/alerts/open',
  '/api/public/status/1',
  '/status/1',
];
/** Documents from memory, which read the database only at the start and after changes. */
const isPublic = (question: string): boolean => question.includes('/status/');

/** Sends one request. Resolves with the response time in milliseconds. */
type Ask = (url: string) => Promise<number>;

async function openPages(storage: Storage, now: number): Promise<{ ask: Ask; close(): Promise<void> }> {
  const app = servePages(storage, now);
  await app.ready();
  return { ask: (url) => ask(app, url), close: () => app.close() };
}

/** The first response has to wait until all websites are read. */
function openPublic(storage: Storage, now: number): { ask: Ask; close(): Promise<void> } {
  const webApp = readWebApp(webFolder);
  const snapshot: PublicSnapshot = createPublicSnapshot({
    db: storage.db,
    clock: { ...systemClock, now: () => now },
    changes: createChangeFeed(console.error),
    publicUrl: () => 'https://status.example.com',
    readSettings: async () => ({ brand: 'Example', language: 'en', counts_maintenance: false }),
    html: webApp.publicHtml,
    htmlForm: pageForm(webApp.inlineScripts),
    onError: console.error,
  });
  let starting: Promise<void> | null = null;
  const ask: Ask = async (url) => {
    const began = performance.now();
    starting ??= snapshot.start();
    await starting;
    if ((await snapshot.prepare(url)) === null) throw new Error(`${url} is not there`);
    return performance.now() - began;
  };
  return { ask, close: () => snapshot.stop() };
}

const monitorPath = (url: string, repeat: number): string =>
  url.replace(':id', String(5 * (repeat % 90) + 1)).replace(':service', String(5 * (repeat % 90) + 5));

/** Drops the file from the kernel's page cache. */
function forget(file: string): void {
  spawnSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0']);
}

/**
 * Opens the database and the routes, as a start does. Resolves with the duration of the slowest statement in
 * milliseconds.
 */
async function started(
  dataDir: string,
  question: string,
  now: number,
  use: (ask: Ask) => Promise<void>,
): Promise<number> {
  const storage = openSqliteStorage(dataDir);
  let longest = 0;
  storage.onStatement((_sql, _error, ms) => {
    longest = Math.max(longest, ms);
  });
  const opened = isPublic(question) ? openPublic(storage, now) : await openPages(storage, now);
  await use(opened.ask);
  await opened.close();
  await storage.close();
  return longest;
}

/** The first responses of several starts. The very first start compiles the program and does not count. */
async function firstAnswers(dataDir: string, question: string, now: number, isForgotten: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let repeat = 0; repeat <= starts; repeat++) {
    if (isForgotten) forget(path.join(dataDir, 'upvigil.sqlite'));
    await started(dataDir, question, now, async (ask) => {
      const ms = await ask(monitorPath(question, repeat));
      if (repeat > 0) times.push(ms);
    });
  }
  return times;
}

async function measure(dataDir: string, now: number): Promise<void> {
  const size = statSync(path.join(dataDir, 'upvigil.sqlite')).size;
  console.log(`${checks} checks, ${monitors} monitors, ${(size / 1e9).toFixed(1)} GB; p50 and p99 in milliseconds`);
  console.log(`${' '.repeat(52)}       not on disk only      after a start              warm   longest statement`);
  for (const question of questions.filter((each) => each.includes(values.only))) {
    const forgotten = await firstAnswers(dataDir, question, now, true);
    const cold = await firstAnswers(dataDir, question, now, false);
    const warm: number[] = [];
    const longest = await started(dataDir, question, now, async (ask) => {
      for (let repeat = 0; repeat < repeats; repeat++) {
        const ms = await ask(monitorPath(question, repeat));
        if (repeat >= repeats / 10) warm.push(ms);
        // A query far above its limit need not be repeated a hundred times.
        if (ms > 500 && repeat >= 3) break;
      }
    });
    const figures = [forgotten, cold, warm].flatMap((times) => [percentile(times, 0.5), percentile(times, 0.99)]);
    console.log(question.padEnd(52), ...[...figures, longest].map((ms) => ms.toFixed(1).padStart(9)));
    reportFigure('history-after-start', percentile(cold, 0.99), { of: `${question} of ${checks} checks` });
    reportFigure('history-p99', percentile(warm, 0.99), { of: `${question} of ${checks} checks` });
  }
}

/**
 * Migrates the tables and computes completed sums, as the program does after an upgrade. Returns the end of the
 * history.
 */
async function prepare(dataDir: string): Promise<number> {
  const storage = openSqliteStorage(dataDir);
  const migrated = performance.now();
  await migrate(storage);
  const newest = storage.db.selectFrom('checks').select('checked_at').orderBy('id', 'desc').limit(1);
  const { checked_at: now } = await newest.executeTakeFirstOrThrow();
  let longest = 0;
  storage.onStatement((_sql, _error, ms) => {
    longest = Math.max(longest, ms);
  });
  const summed = performance.now();
  const clock = { ...systemClock, now: () => now };
  const changes = createChangeFeed(console.error);
  await createWebsiteSumming({ db: storage.db, clock, changes, log: console }).runOnce();
  const ended = performance.now();
  await storage.close();
  console.log(`migrated in ${((summed - migrated) / 1000).toFixed(1)} s`);
  console.log(`summed in ${((ended - summed) / 1000).toFixed(1)} s, longest statement ${longest.toFixed(1)} ms`);
  return now;
}

const folder = values.folder ?? mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-long-'));
try {
  if (!existsSync(path.join(folder, 'upvigil.sqlite'))) {
    const started = performance.now();
    await seedLongHistory(folder, { monitors, checks, days, now: Math.floor(Date.now() / minute) * minute });
    console.log(`made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  await measure(folder, await prepare(folder));
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
