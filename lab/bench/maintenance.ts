/**
 * What maintenance adds to a check: recording batches of successful checks with 200 planned windows, one of which
 * covers all monitors, compared with none. CPU of the process; both alternate, and the median of their ratios counts.
 *
 *   npm run bench -- maintenance
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRaiseAlerts } from '@upvigil/server/alerts/decide/raise-alerts';
import { findIn, type KnownRun } from '@upvigil/server/alerts/maintenance/current-runs';
import { systemClock } from '@upvigil/server/base/clock';
import { noRuns, type RunsAt } from '@upvigil/server/base/domain/maintenance';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import type { MonitorRow } from '@upvigil/server/storage/tables';
import { startRecording } from '@upvigil/server/testing/recording';
import { finishedCheck, makeMonitor, makeWebsite } from '@upvigil/server/testing/rows';
import { percentile } from './support/figures.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const [monitorCount, windows, batches, rounds] = [500, 200, 20, 16];
const hour = 3_600_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-maintenance-'));
const storage = openSqliteStorage(folder);
await migrate(storage);
const { db } = storage;
const { id: website_id } = await makeWebsite(db);
const monitors: MonitorRow[] = [];
for (let at = 0; at < monitorCount; at += 1) monitors.push(await makeMonitor(db, { website_id }));
const now = systemClock.now();
const runs = Array.from({ length: windows }, (_, at): KnownRun => {
  const starts_at = at === 0 ? now - hour : now + at * hour;
  const targets = { website_ids: new Set([website_id]), monitor_ids: new Set<number>() };
  return { id: at + 1, title: `Window ${at}`, public: false, starts_at, ends_at: starts_at + 10 * hour, ...targets };
});
let runsAt: RunsAt = noRuns;
const lookup: RunsAt = (monitor, at) => runsAt(monitor, at);
const raiseAlerts = createRaiseAlerts({ clock: systemClock, channels: [], runsAt: lookup });
const recording = startRecording({ db, clock: systemClock, raiseAlerts, runsAt: lookup });

/** CPU of a check in microseconds. */
async function costOf(of: RunsAt): Promise<number> {
  runsAt = of;
  const began = process.cpuUsage();
  for (let batch = 0; batch < batches; batch += 1) {
    const checked_at = systemClock.now();
    await recording.record(...monitors.map((monitor) => finishedCheck(monitor, { checked_at })));
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / (batches * monitorCount);
}

const planned = findIn(runs).runsAt;
const without: number[] = [];
const ratios: number[] = [];
await costOf(noRuns);
for (let round = 0; round < rounds; round += 1) {
  // The second run finds fuller tables, so each kind is second equally often.
  const [first, second] = round % 2 === 0 ? [noRuns, planned] : [planned, noRuns];
  const of = await costOf(first);
  const then = await costOf(second);
  const [bare, worked] = round % 2 === 0 ? [of, then] : [then, of];
  without.push(bare);
  ratios.push(worked / bare);
}
const bare = percentile(without, 0.5);
const worked = bare * percentile(ratios, 0.5);
console.log(`a check that is recorded: ${bare.toFixed(1)} us, in maintenance ${worked.toFixed(1)} us`);
reportFigure('maintenance', worked, { reference: { name: 'in none', measured: bare } });
await storage.close();
rmSync(folder, { recursive: true, force: true });
