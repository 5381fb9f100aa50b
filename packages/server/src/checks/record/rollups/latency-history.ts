import type { LatencyHistory, WindowSummary } from '@upvigil/core/contract/checks';
import { dayMs, hourMs } from '@upvigil/core/time';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import { groupBy } from '../../../base/domain/group-by.ts';
import { emptySketch, mergeSketches, sketchPercentile } from '../../../base/domain/latency-sketch.ts';
import type { Database } from '../../../storage/database.ts';
import type { ObservedMonitor } from './coverage.ts';
import { coverageIn } from './disabled-periods-store.ts';
import { bucketStart, bucketWidths, type RollupTableName } from './rollup.ts';
import { selectRollups } from './rollup-selection.ts';
import { addObserved, noSums, type Sums, secondsOf, uptimeOf } from './sums.ts';
import { type WindowSegment, windowSegments } from './window.ts';

/** The coarsest roll-ups from which stretches of this length can be made. */
export function tableOf(bucketMs: number): RollupTableName {
  if (bucketMs < hourMs) return 'rollups_quarter_hourly';
  return bucketMs < dayMs ? 'rollups_hourly' : 'rollups_daily';
}

/**
 * The rows of a window's stretches. The stretch in which it begins is left out where it began before; the one that holds its
 * end is whole where it runs.
 */
function segmentOf({ from, to, bucketMs }: TimeWindow, now: number): WindowSegment {
  const first = bucketStart(from, bucketMs);
  const isDay = to < now && first === from;
  return { table: tableOf(bucketMs), from: isDay ? from : first + bucketMs, to: to < now ? to : now + 1 };
}

const readRows = (db: Database, segment: WindowSegment, monitorId: number) =>
  selectRollups(db, segment, [monitorId])
    .select(['r.bucket_start', 'r.checks', 'r.failures', 'r.slow', 'r.sum_us', 'r.sketch'])
    .select(['r.maintenance_checks', 'r.maintenance_failures', 'r.observed_seconds'])
    .orderBy('r.bucket_start')
    .execute();

type Row = Awaited<ReturnType<typeof readRows>>[number];
type Summed = Omit<Row, 'bucket_start'>;

/** How fast one monitor was in each stretch of a window, oldest first; in one statement. */
export async function latencyHistory(
  db: Database,
  monitorId: number,
  window: TimeWindow,
  now: number,
): Promise<LatencyHistory> {
  const rows = await readRows(db, segmentOf(window, now), monitorId);
  const stretches = groupBy(rows, ({ bucket_start }) => bucketStart(bucket_start, window.bucketMs));
  return [...stretches].map(([start, inStretch]) => {
    const { checks, failures, slow, maintenance_checks, percentile } = addRollups(inStretch);
    return {
      time: new Date(start).toISOString(),
      checks,
      failures,
      slow,
      maintenance_checks,
      p5_response_time: percentile(5),
      p50_response_time: percentile(50),
      p95_response_time: percentile(95),
    };
  });
}

const longestInHours = 31 * dayMs;

/** The segments with all that was counted in a window: exact to 15 minutes where it ends now, else to its resolution. */
export function segmentsOf({ from, to, bucketMs }: TimeWindow, now: number): WindowSegment[] {
  if (to >= now) return windowSegments(from, now);
  const table = to - from > longestInHours ? 'rollups_daily' : tableOf(Math.min(bucketMs, hourMs));
  return [{ table, from: bucketStart(from, bucketWidths[table]), to: bucketStart(to, bucketWidths[table]) }];
}

/** Figures of one monitor over a window and over the one before it; in six statements at most. */
export async function windowSummary(
  db: Database,
  monitor: ObservedMonitor,
  window: TimeWindow,
  { now, counts }: { now: number; counts: boolean },
): Promise<WindowSummary> {
  const { from, to, bucketMs } = window;
  const before = { from: from - (to - from), to: from, bucketMs: Math.max(bucketMs, hourMs) };
  const figures = async (of: TimeWindow) => {
    const rows: Row[] = [];
    const segments = segmentsOf(of, now);
    for (const segment of segments) rows.push(...(await readRows(db, segment, monitor.id)));
    const coverage = await coverageIn(db, segments, { now, monitorIds: [monitor.id] });
    return figuresOf(rows, counts, (sums) => coverage([monitor], sums));
  };
  return { ...(await figures(window)), previous: await figures(before) };
}

function figuresOf(
  rows: readonly Row[],
  counts: boolean,
  coverage: (sums: Sums) => number | null,
): WindowSummary['previous'] {
  const { percentile, ...sums } = addRollups(rows);
  return {
    uptime_percentage: uptimeOf(sums, counts),
    coverage: coverage(sums),
    total_checks: sums.checks,
    failed_checks: sums.failures,
    slow_checks: sums.slow,
    maintenance_checks: sums.maintenance_checks,
    maintenance_failures: sums.maintenance_failures,
    p50_response_time: percentile(50),
    p95_response_time: percentile(95),
  };
}

/** Sums of rows; percentiles come from all their sketches, in seconds. */
export function addRollups(rows: readonly Summed[]): Summed & { percentile: (percent: number) => number | null } {
  const [only] = rows;
  const sketch = rows.length === 1 ? (only?.sketch ?? emptySketch) : mergeSketches(rows.map((row) => row.sketch));
  const sums = { ...noSums, slow: 0 };
  for (const row of rows) {
    sums.checks += row.checks;
    sums.failures += row.failures;
    sums.slow += row.slow;
    sums.sum_us += row.sum_us;
    sums.maintenance_checks += row.maintenance_checks;
    sums.maintenance_failures += row.maintenance_failures;
    sums.observed_seconds = addObserved(sums.observed_seconds, row.observed_seconds);
  }
  return {
    ...sums,
    sketch,
    percentile(percent) {
      const microseconds = sketchPercentile(sketch, percent);
      return microseconds === null ? null : secondsOf(microseconds);
    },
  };
}
