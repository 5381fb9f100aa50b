import type { Database } from '../storage/database.ts';
import { mergeSketches, sketchPercentile } from './latency-sketch.ts';
import { parseStatusCounts } from './rollup.ts';
import { type MonitorSelection, selectRollups } from './rollup-selection.ts';
import { addSums, addToWebsiteSums, noSums, noWebsiteSums, type Sums, secondsOf, type WebsiteSums } from './sums.ts';
import type { WindowSegment } from './window.ts';

/** Sums of each monitor in a window. A monitor without checks has no entry. At most three statements. */
export async function windowSumsByMonitor(
  db: Database,
  selection: MonitorSelection,
  window: readonly WindowSegment[],
): Promise<Map<number, Sums>> {
  const sums = new Map<number, Sums>();
  for (const segment of window) {
    const rows = await selectRollups(db, segment, selection)
      .select('m.id')
      .select(({ fn }) => [
        fn.sum<number>('r.checks').as('checks'),
        fn.sum<number>('r.failures').as('failures'),
        fn.sum<number>('r.sum_us').as('sum_us'),
      ])
      .groupBy('m.id')
      .execute();
    for (const { id, ...row } of rows) sums.set(id, addSums(sums.get(id) ?? noSums, row));
  }
  return sums;
}

/** Sums of each website in a window. A website without checks has no entry. At most three statements. */
export async function windowSumsByWebsite(
  db: Database,
  selection: MonitorSelection,
  window: readonly WindowSegment[],
): Promise<Map<number, WebsiteSums>> {
  const sums = new Map<number, WebsiteSums>();
  for (const segment of window) {
    const rows = await selectRollups(db, segment, selection)
      .select(['m.website_id', 'm.kind'])
      .select(({ fn }) => [
        fn.sum<number>('r.checks').as('checks'),
        fn.sum<number>('r.failures').as('failures'),
        fn.sum<number>('r.sum_us').as('sum_us'),
      ])
      .groupBy(['m.website_id', 'm.kind'])
      .execute();
    for (const { website_id, kind, ...row } of rows) {
      sums.set(website_id, addToWebsiteSums(sums.get(website_id) ?? noWebsiteSums, kind === 'URL', row));
    }
  }
  return sums;
}

/**
 * Checks of URLs by status code, or `timeout` where there was no code. What was not counted apart answered 200.
 * At most six statements.
 */
export async function statusBreakdown(
  db: Database,
  selection: MonitorSelection,
  window: readonly WindowSegment[],
): Promise<Record<string, number>> {
  const others: Record<string, number> = {};
  let left = 0;
  for (const segment of window) {
    const pages = selectRollups(db, segment, selection).where('m.kind', '=', 'URL');
    const all = await pages.select(({ fn }) => fn.sum<number | null>('r.checks').as('checks')).executeTakeFirst();
    left += all?.checks ?? 0;
    const counted = await pages
      .select('r.status_counts')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('r.status_counts', 'is not', null)
      .groupBy('r.status_counts')
      .execute();
    for (const { status_counts, rows } of counted) {
      for (const [status, count] of Object.entries(parseStatusCounts(status_counts))) {
        others[status] = (others[status] ?? 0) + count * rows;
        left -= count * rows;
      }
    }
  }
  return left > 0 ? { '200': left, ...others } : others;
}

/** Latency percentiles (0 to 100) of one monitor's successful checks, in seconds; nulls without any. */
export async function windowPercentiles<const Percents extends readonly number[]>(
  db: Database,
  monitorId: number,
  window: readonly WindowSegment[],
  percents: Percents,
): Promise<{ [At in keyof Percents]: number | null }> {
  const sketches: Uint8Array[] = [];
  for (const { table, from, to } of window) {
    const rows = await db
      .selectFrom(table)
      .select('sketch')
      .where('monitor_id', '=', monitorId)
      .where('bucket_start', '>=', from)
      .where('bucket_start', '<', to)
      .execute();
    sketches.push(...rows.map((row) => row.sketch));
  }
  const merged = mergeSketches(sketches);
  const seconds = percents.map((percent) => {
    const microseconds = sketchPercentile(merged, percent);
    return microseconds === null ? null : secondsOf(microseconds);
  });
  return seconds as { [At in keyof Percents]: number | null };
}
