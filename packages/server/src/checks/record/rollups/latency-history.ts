import type { LatencyHistory } from '@upvigil/core/contract/checks';
import { sketchPercentile } from '../../../base/domain/latency-sketch.ts';
import type { Database } from '../../../storage/database.ts';
import { bucketStart, bucketWidths, hour, type RollupTableName } from './rollup.ts';
import { selectRollups } from './rollup-selection.ts';
import { secondsOf } from './sums.ts';

const hoursInQuarters = 7 * 24;
const hoursInHours = 30 * 24;

/** Gives no more entries than a chart has space for, and uses only resolutions that are retained for this time. */
function resolutionOf(hours: number): RollupTableName {
  if (hours <= hoursInQuarters) return 'rollups_quarter_hourly';
  return hours <= hoursInHours ? 'rollups_hourly' : 'rollups_daily';
}

/** Response times of one monitor in each interval of the last hours, oldest first; in one statement. */
export async function latencyHistory(
  db: Database,
  monitorId: number,
  hours: number,
  now: number,
): Promise<LatencyHistory> {
  const table = resolutionOf(hours);
  const width = bucketWidths[table];
  const from = bucketStart(now - hours * hour, width) + width;
  const rows = await selectRollups(db, { table, from, to: now + 1 }, [monitorId])
    .select(['r.bucket_start', 'r.checks', 'r.failures', 'r.sketch'])
    .orderBy('r.bucket_start')
    .execute();
  return rows.map(({ bucket_start, checks, failures, sketch }) => {
    const percentile = (percent: number): number | null => {
      const microseconds = sketchPercentile(sketch, percent);
      return microseconds === null ? null : secondsOf(microseconds);
    };
    return {
      time: new Date(bucket_start).toISOString(),
      checks,
      failures,
      p5_response_time: percentile(5),
      p50_response_time: percentile(50),
      p95_response_time: percentile(95),
    };
  });
}
