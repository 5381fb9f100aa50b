/**
 * A realistic hour of the built product: 2,000 monitors every 20 s of which 200 go up and down, emails about them,
 * people who load pages, and a backup every 5 minutes. Exits non-zero if something grows, a check is missed or lost, a
 * page is refused, or the log has an error.
 *
 *   npm run build && npx tsx --conditions=source lab/bench/soak.ts [--minutes 60]
 */
import { readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { startSmtpSink } from '@upvigil/server/testing/sinks/smtp-sink';
import { newDataDir, startProduct } from '../support/product.ts';
import { percentile } from './support/figures.ts';
import { startFlappingTarget } from './support/installations/flapping-target.ts';
import { seedWatched } from './support/installations/watched-installation.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minute = 60_000;
const duration = Number(values.minutes) * minute;
const backupEvery = Math.min(5 * minute, duration / 4);
const sampleEvery = 10_000;
const watched = { monitors: 2000, intervalSeconds: 20, websites: 200 };
/** Beyond the interval: a missed check would be late by a whole interval. */
const latenessAllowed = 5_000;
/** Between the second quarter of the run and the last: nothing starts any more in this period. */
const growthAllowed = 1.1;
const mebibyte = 1024 * 1024;

interface Sample {
  /** After garbage collection: the minimum of some seconds. */
  heap: number;
  resident: number;
  descriptors: number;
}

const target = await startFlappingTarget();
const smtp = await startSmtpSink();
const dataDir = newDataDir();
await seedWatched(dataDir, target.url, watched);
const product = await startProduct({ dataDir, env: { LOG_LEVEL: 'warn', CHROMIUM_PATH: 'off' } });
const { api, baseUrl, token } = product;
const pid = product.process.pid ?? Number.NaN;
await api.settings.updateNotifications({
  body: {
    email_enabled: true,
    email_list: 'ops@example.org',
    smtp_from_email: 'upvigil@example.org',
    smtp_host: '127.0.0.1',
    smtp_port: smtp.port,
    smtp_use_tls: false,
  },
});

const pages = [
  ...['/status', '/status/7', '/api/public/status', '/history.atom', '/metrics'],
  ...['/api/dashboard/stats?hours=24', '/api/websites/', '/api/alerts/?hours=24', '/api/urls/website/7'],
];
const pageTimes: number[] = [];
const problems: string[] = [];

async function loadPages(until: number): Promise<void> {
  for (let at = 0; Date.now() < until; at++) {
    const path = pages[at % pages.length] ?? '/';
    const began = performance.now();
    const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    pageTimes.push(performance.now() - began);
    if (!response.ok) problems.push(`${path} answered ${response.status}`);
    await sleep(100);
  }
}

async function makeBackups(until: number): Promise<number> {
  let made = 0;
  for (let next = Date.now() + backupEvery; next < until; next += backupEvery) {
    await sleep(Math.max(0, next - Date.now()));
    await api.backup.create({ query: { name: 'soak' } });
    await api.backup.cleanup({ query: { keep_count: 2 } });
    made += 1;
  }
  return made;
}

const figureIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

async function takeSamples(until: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (Date.now() < until) {
    await sleep(sampleEvery);
    const text = await (await fetch(`${baseUrl}/metrics`)).text();
    samples.push({
      heap: figureIn(text, 'nodejs_heap_size_used_bytes'),
      resident: figureIn(text, 'process_resident_memory_bytes'),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    });
  }
  return samples;
}

/** The minimum in a quarter of the run, which is the value after garbage collection. Quarters from 0 to 3. */
function leastOf(samples: readonly Sample[], quarter: number, figure: keyof Sample): number {
  const size = Math.floor(samples.length / 4);
  return Math.min(...samples.slice(quarter * size, (quarter + 1) * size).map((sample) => sample[figure]));
}

function judgeGrowth(samples: readonly Sample[], figure: keyof Sample, unit: number): void {
  const quarters = [0, 1, 2, 3].map((quarter) => leastOf(samples, quarter, figure) / unit);
  console.log(`${figure}, least of each quarter: ${quarters.map((each) => each.toFixed(0)).join(', ')}`);
  const [, before = Number.NaN, , after = Number.NaN] = quarters;
  if (!(after <= before * growthAllowed)) problems.push(`${figure} grew from ${before} to ${after}`);
}

const until = Date.now() + duration;
const [samples, backups] = await Promise.all([takeSamples(until), makeBackups(until), loadPages(until)]);
// The product finishes running checks and stores them before it stops.
const exitCode = await product.end('SIGTERM');
const { requests, longestGap } = await target.received();
target.close();
const storage = openSqliteStorage(dataDir);
const counted = storage.db.fn.countAll<number>().as('count');
const { count: recorded } = await storage.db.selectFrom('checks').select(counted).executeTakeFirstOrThrow();
const { count: alerts } = await storage.db.selectFrom('alerts').select(counted).executeTakeFirstOrThrow();
await storage.close();
const emails = smtp.messages.length;
await smtp.close();
rmSync(dataDir, { recursive: true, force: true });

console.log(
  `${(duration / minute).toFixed(0)} minutes: ${requests} requests at the target, ${recorded} checks recorded,`,
  `longest gap ${(longestGap / 1000).toFixed(2)} s; ${alerts} alerts, ${emails} emails, ${backups} backups`,
);
console.log(
  `${pageTimes.length} pages: p50 ${percentile(pageTimes, 0.5).toFixed(1)} ms, p99 ${percentile(pageTimes, 0.99).toFixed(1)} ms`,
);
judgeGrowth(samples, 'heap', mebibyte);
judgeGrowth(samples, 'resident', mebibyte);
judgeGrowth(samples, 'descriptors', 1);
if (exitCode !== 0) problems.push(`the product ended with ${exitCode}`);
if (longestGap > watched.intervalSeconds * 1000 + latenessAllowed) problems.push('a check was missed');
if (recorded !== requests) problems.push(`${requests - recorded} checks were not recorded`);
if (alerts === 0 || emails === 0) problems.push('nobody was notified of the flapping targets');
const lines = product
  .output()
  .split('\n')
  .filter((line) => /"level":(40|50|60)/.test(line));
problems.push(...lines.map((line) => `log: ${line}`));
for (const problem of new Set(problems)) console.log(`PROBLEM ${problem}`);
console.log(
  problems.length === 0 ? 'nothing grew, nothing was missed, nothing was lost' : `${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
