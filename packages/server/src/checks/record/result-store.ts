import { mergeSketches, sketchPercentile } from '../../base/domain/latency-sketch.ts';
import type { Database } from '../../storage/database.ts';
import type { ObservedMonitor } from './rollups/coverage.ts';
import { coverageIn } from './rollups/disabled-periods-store.ts';
import { observedSum, selectRollups } from './rollups/rollup-selection.ts';
import { addSums, noSums, type Sums, secondsOf, uptimeOf } from './rollups/sums.ts';
import { lastHours, type WindowSegment } from './rollups/window.ts';

/**
 * Sums of each monitor in a window, in one statement. A monitor without checks has no entry. For many monitors, the
 * result may contain others too.
 */
export async function windowSumsByMonitor(
  db: Database,
  monitorIds: readonly number[] | 'all',
  window: readonly WindowSegment[],
): Promise<Map<number, Sums>> {
  const [first, ...rest] = window.map((segment) =>
    selectRollups(db, segment, monitorIds)
      .select('r.monitor_id')
      .select(({ fn }) => [
        fn.sum<number>('r.checks').as('checks'),
        fn.sum<number>('r.failures').as('failures'),
        fn.sum<number>('r.sum_us').as('sum_us'),
        fn.sum<number>('r.maintenance_checks').as('maintenance_checks'),
        fn.sum<number>('r.maintenance_failures').as('maintenance_failures'),
        observedSum('r').as('observed_seconds'),
      ])
      .groupBy('r.monitor_id'),
  );
  const sums = new Map<number, Sums>();
  for (const row of (await first?.unionAll(rest).execute()) ?? []) {
    sums.set(row.monitor_id, addSums(sums.get(row.monitor_id) ?? noSums, row));
  }
  return sums;
}

/** Uptime and coverage of monitors in the last 24 hours, in two statements. */
export async function readLastDay(db: Database, monitorIds: readonly number[], now: number) {
  const window = lastHours(24, now);
  const sums = await windowSumsByMonitor(db, monitorIds, window);
  const coverage = await coverageIn(db, window, { now, monitorIds });
  /** `counts`: whether checks in maintenance count. */
  return (monitor: ObservedMonitor, counts: boolean) => {
    const own = sums.get(monitor.id) ?? noSums;
    return { uptime_24h: uptimeOf(own, counts), coverage_24h: coverage([monitor], own) };
  };
}

/** Percentiles (0 to 100) of a monitor's successful response times, in seconds; null without any. */
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
