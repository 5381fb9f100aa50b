/**
 * Cost of keeping the public documents up to date with 2,000 monitors every 20 s in 200 websites and 31 days of
 * history, and the delay until they show a change of state. The snapshot runs in this process without the checks,
 * whose states come from the database.
 *
 *   npm run bench -- public-refresh
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '@upvigil/core/time';
import { systemClock } from '@upvigil/server/base/clock';
import { type ChangeFeed, createChangeFeed } from '@upvigil/server/base/domain/change-feed';
import { createPublicSnapshot, type PublicSnapshot } from '@upvigil/server/public/status/snapshot';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { fillHistory } from '@upvigil/server/testing/rows';
import { newDataDir } from '../support/product.ts';
import { seedWatched } from './support/installations/watched-installation.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const installation = { monitors: 2000, intervalSeconds: 20, websites: 200 };
const websiteIds = Array.from({ length: installation.websites }, (_, at) => at + 1);
/** The time of two refreshes of figures. */
const seconds = 28;
const overview = ['/status', '/api/public/status', '/api/v2/summary.json', '/history.atom'];
const changesOfState = 10;

/** Percent of a core while checks arrive continuously and `ask` requests documents several times a second. */
async function measureCpu(changes: ChangeFeed, ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    changes.publish({ website_ids: websiteIds });
    await ask();
    await sleep(200);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (performance.now() - began) / 10;
}

const statusOf = (snapshot: PublicSnapshot, index: number): string =>
  JSON.parse(snapshot.find('/api/public/status')?.identity.body.toString() ?? '[]')[index]?.status;

async function main(): Promise<void> {
  const dataDir = newDataDir();
  await seedWatched(dataDir, 'http://127.0.0.1:9', installation);
  const storage = openSqliteStorage(dataDir);
  const { db } = storage;
  const monitor_ids = Array.from({ length: installation.monitors }, (_, at) => at + 1);
  const now = Date.now();
  await fillHistory(db, { monitor_ids, from: now - 31 * dayMs, to: now, interval_seconds: 60, quarter_days: 2 });
  await db.updateTable('stored_monitors').set({ is_up: 1, last_check_time: now }).execute();

  const changes = createChangeFeed(console.error);
  const snapshot = createPublicSnapshot({
    db,
    changes,
    clock: systemClock,
    publicUrl: () => 'https://status.example.org',
    readSettings: async () => ({ brand: 'Example', language: 'en', counts_maintenance: false }),
    html: '<!doctype html><html lang="en"><head><title>x</title></head><body><noscript>x</noscript></body></html>',
    htmlForm: { contentType: 'text/html; charset=utf-8' },
    onError: console.error,
  });
  const began = performance.now();
  await snapshot.start();
  console.log(`read for the first time in ${(performance.now() - began).toFixed(0)} ms`);

  const idle = await measureCpu(changes, async () => undefined);
  const requested = await measureCpu(changes, async () => overview.map((path) => snapshot.find(path)?.br));
  const details = await measureCpu(changes, async () => {
    for (const id of websiteIds) await snapshot.prepare(`/status/${id}`);
  });
  console.log(
    `CPU: ${idle.toFixed(1)} % of a core, overview requested ${requested.toFixed(1)} %, all pages ${details.toFixed(1)} %`,
  );
  reportFigure('public-ready-cpu', requested);

  let slowest = 0;
  for (let change = 0; change < changesOfState; change++) {
    await sleep(300 * change);
    const isUp = change % 2 === 1;
    await db
      .updateTable('stored_monitors')
      .set({ is_up: isUp ? 1 : 0 })
      .where('id', '=', installation.websites)
      .execute();
    const changed = performance.now();
    changes.publish({ website_ids: [1] });
    while (statusOf(snapshot, 0) !== (isUp ? 'up' : 'partial')) await sleep(20);
    slowest = Math.max(slowest, performance.now() - changed);
  }
  console.log(`a change of state is visible after ${slowest.toFixed(0)} ms at most`);
  reportFigure('public-visible', slowest / 1000);

  await snapshot.stop();
  await storage.close();
  rmSync(dataDir, { recursive: true, force: true });
}

await main();
