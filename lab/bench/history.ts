/**
 * Cost of recording a check in CPU and bytes, and time of the dashboard's figures, on a new database and on one with a
 * long history.
 *
 *   npx tsx --conditions=source lab/bench/history.ts [monitors] [days]
 *
 * Default: 2,000 monitors, one check a minute, 365 days. Generating this takes a few minutes and 1.5 GB below the
 * temporary directory. Times are those of whole requests, without the network.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dashboardRoutes } from '@upvigil/server/api/routes/dashboard';
import { systemClock } from '@upvigil/server/base/clock';
import { createChangeFeed } from '@upvigil/server/base/domain/change-feed';
import { rollupTables } from '@upvigil/server/checks/record/rollups/rollup';
import { type Database, openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import type { MonitorRow } from '@upvigil/server/storage/tables';
import { fillHistory, makeMonitor, makeWebsite, testNow } from '@upvigil/server/testing/rows';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { percentile } from './support/figures.ts';
import { measureRecording } from './support/recording.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const [monitorCount = 2000, days = 365] = process.argv.slice(2).map(Number);
const monitorsOfWebsite = 10;
const checksToRecord = 200_000;
const requests = 300;
const minute = 60_000;
const day = 24 * 60 * minute;
const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-history-'));

async function open(name: string, monitors: number): Promise<{ storage: Storage; monitors: MonitorRow[] }> {
  const storage = openSqliteStorage(path.join(folder, name));
  await migrate(storage);
  const made: MonitorRow[] = [];
  await storage.db.transaction().execute(async (trx) => {
    while (made.length < monitors) {
      const { id: website_id } = await makeWebsite(trx, { name: `Website ${made.length / monitorsOfWebsite}` });
      for (let at = 0; at < monitorsOfWebsite; at++) {
        made.push(await makeMonitor(trx, { website_id, kind: at < 6 ? 'URL' : 'TCP_PORT' }));
      }
    }
  });
  return { storage, monitors: made };
}

/** Returns the number of recorded checks. */
async function record(db: Database, monitors: readonly MonitorRow[], count: number): Promise<number> {
  const { cpu, written, checks } = await measureRecording(db, monitors, { count, from: testNow });
  console.log(`  CPU per check                 ${cpu.toFixed(1)} us`);
  console.log(`  bytes written per check       ${written.toFixed(0)}`);
  return checks;
}

async function bytesOf(db: Database, tables: readonly string[]): Promise<number> {
  const rows = await sql<{ name: string; bytes: number }>`
    select name, sum(pgsize) as bytes from dbstat group by name`.execute(db);
  return rows.rows.filter(({ name }) => tables.includes(name)).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function timeRequests(app: FastifyInstance, url: string): Promise<void> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let at = 0; at < requests; at++) {
    const started = performance.now();
    const { statusCode } = await app.inject({ method: 'GET', url: url.replace(':id', String((at % 100) + 1)) });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(cpu);
  const p99 = percentile(times, 0.99);
  const mean = ((user + system) / 1000 / requests).toFixed(1);
  console.log(
    `  ${url.padEnd(38)} p50 ${percentile(times, 0.5).toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  CPU ${mean} ms`,
  );
  reportFigure('history-p99', p99, { of: url });
}

async function newDatabase(): Promise<void> {
  const { storage, monitors } = await open('new', 200);
  console.log(`${checksToRecord} checks of ${monitors.length} monitors in a new database`);
  const checks = await record(storage.db, monitors, checksToRecord);
  const raw = (await bytesOf(storage.db, ['checks', 'checks_by_monitor'])) / checks;
  const rollups = ['quarter_hourly', 'hourly', 'daily'].flatMap((name) => [
    `rollups_${name}`,
    `rollups_${name}_by_monitor`,
  ]);
  console.log(`  bytes per check, raw          ${raw.toFixed(1)}`);
  reportFigure('bytes-per-check', raw);
  console.log(`  bytes per check, roll-ups     ${((await bytesOf(storage.db, rollups)) / checks).toFixed(1)}`);
  await storage.close();
}

async function longHistory(): Promise<void> {
  const { storage, monitors } = await open('long', monitorCount);
  const started = performance.now();
  // Creating an index after all rows exist is ten times faster, because the rows come in another order.
  for (const table of rollupTables) await storage.db.schema.dropIndex(`${table}_by_monitor`).execute();
  await fillHistory(storage.db, {
    monitor_ids: monitors.map(({ id }) => id),
    from: testNow - days * day,
    to: testNow,
    interval_seconds: 60,
    quarter_days: 8,
  });
  for (const table of rollupTables) {
    const index = storage.db.schema.createIndex(`${table}_by_monitor`);
    await index.on(table).columns(['monitor_id', 'bucket_start']).execute();
  }
  const gigabytes = statSync(storage.file ?? '').size / 1e9;
  const seconds = (performance.now() - started) / 1000;
  console.log(`${monitorCount} monitors, ${days} days: ${gigabytes.toFixed(2)} GB, made in ${seconds.toFixed(0)} s`);
  const app = fastify();
  dashboardRoutes(app, {
    db: storage.db,
    changes: createChangeFeed(console.error),
    clock: { ...systemClock, now: () => testNow - 1 },
  });
  for (const hours of [1, 24, 168]) await timeRequests(app, `/dashboard/stats?hours=${hours}`);
  for (const hours of [1, 24, 168]) await timeRequests(app, `/public/statistics/:id?hours=${hours}`);
  await app.close();
  await record(storage.db, monitors, 100_000);
  await storage.close();
}

try {
  await newDatabase();
  await longHistory();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
