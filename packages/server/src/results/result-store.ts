import type { Database } from '../storage/database.ts';
import { mergeSketches, sketchPercentile } from './rollups/latency-sketch.ts';
import { parseStatusCounts } from './rollups/rollup.ts';
import { type SummedMonitor, selectRollups } from './rollups/rollup-selection.ts';
import {
  addSums,
  addToWebsiteSums,
  noSums,
  noWebsiteSums,
  type Sums,
  secondsOf,
  type WebsiteSums,
} from './rollups/sums.ts';
import type { WindowSegment } from './rollups/window.ts';

/**
 * Sums of each monitor in a window, in at most three statements. A monitor without checks has no entry. When many
 * monitors are asked for, others may have an entry too.
 */
export async function windowSumsByMonitor(
  db: Database,
  monitorIds: readonly number[] | 'all',
  window: readonly WindowSegment[],
): Promise<Map<number, Sums>> {
  const sums = new Map<number, Sums>();
  for (const segment of window) {
    const rows = await selectRollups(db, segment, monitorIds)
      .select('r.monitor_id')
      .select(({ fn }) => [
        fn.sum<number>('r.checks').as('checks'),
        fn.sum<number>('r.failures').as('failures'),
        fn.sum<number>('r.sum_us').as('sum_us'),
      ])
      .groupBy('r.monitor_id')
      .execute();
    for (const row of rows) sums.set(row.monitor_id, addSums(sums.get(row.monitor_id) ?? noSums, row));
  }
  return sums;
}

/** Sums of these monitors together in a window, in at most three statements. */
export async function windowSumsOf(
  db: Database,
  monitors: readonly SummedMonitor[],
  window: readonly WindowSegment[],
): Promise<WebsiteSums> {
  const ids = monitors.map(({ id }) => id);
  const byMonitor = await windowSumsByMonitor(db, ids, window);
  return monitors.reduce(
    (sums, { id, kind }) => addToWebsiteSums(sums, kind === 'URL', byMonitor.get(id) ?? noSums),
    noWebsiteSums,
  );
}

/**
 * Counts the checks of URLs by status code, `timeout` where there was none. Roll-ups do not count 200: that is what is
 * left of `urlChecks`, the number of checks of these URLs in the window. At most three statements.
 */
export async function statusBreakdown(
  db: Database,
  urlIds: readonly number[],
  window: readonly WindowSegment[],
  urlChecks: number,
): Promise<Record<string, number>> {
  const wanted = new Set(urlIds);
  const others: Record<string, number> = {};
  let left = urlChecks;
  for (const segment of window) {
    const rows = await selectRollups(db, segment, urlIds)
      .select(['r.monitor_id', 'r.status_counts'])
      .where('r.status_counts', 'is not', null)
      .execute();
    for (const { monitor_id, status_counts } of rows) {
      if (!wanted.has(monitor_id)) continue;
      for (const [status, count] of Object.entries(parseStatusCounts(status_counts))) {
        others[status] = (others[status] ?? 0) + count;
        left -= count;
      }
    }
  }
  return left > 0 ? { '200': left, ...others } : others;
}

/** Response times of one monitor's successful checks at these percentiles (0 to 100), seconds; null without any. */
export async function windowPercentiles<const Percents extends readonly number[]>(
  db: Database,
  monitorId: number,
  window: readonly WindowSegment[],
  percents: Percents,
): Promise<{ [At in keyof Percents]: number | null }> {
  const sketches: Uint8Array[] = [];
  for (const segment of window) {
    const rows = await selectRollups(db, segment, [monitorId]).select('r.sketch').execute();
    sketches.push(...rows.map((row) => row.sketch));
  }
  const merged = mergeSketches(sketches);
  const seconds = percents.map((percent) => {
    const microseconds = sketchPercentile(merged, percent);
    return microseconds === null ? null : secondsOf(microseconds);
  });
  return seconds as { [At in keyof Percents]: number | null };
}
