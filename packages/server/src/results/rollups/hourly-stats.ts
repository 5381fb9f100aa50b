import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { Database } from '../../storage/database.ts';
import { bucketStart, bucketStarts, hour } from './rollup.ts';
import { type SummedMonitor, selectRollups } from './rollup-selection.ts';
import { addToWebsiteSums, averageSecondsOf, noWebsiteSums, timedPart, uptimeOf, type WebsiteSums } from './sums.ts';

/**
 * One entry for each of the last `hours` clock hours (UTC), the current one last, over the checks of these monitors
 * together; null where nothing was checked. In one statement.
 */
export async function hourlyStats(
  db: Database,
  monitors: readonly SummedMonitor[],
  hours: number,
  now: number,
): Promise<WebsiteStatistics['hourly_stats']> {
  const from = bucketStart(now, hour) - (hours - 1) * hour;
  const { byHour, whole } = await hourlySums(db, monitors, from, now + 1);
  const timed = timedPart(whole);
  return bucketStarts(from, now + 1, hour).map((start) => {
    const sums = byHour.get(start) ?? noWebsiteSums;
    return {
      hour: new Date(start).toISOString(),
      avg_response_time: averageSecondsOf(sums[timed]),
      uptime: uptimeOf(sums.all),
    };
  });
}

async function hourlySums(
  db: Database,
  monitors: readonly SummedMonitor[],
  from: number,
  to: number,
): Promise<{ byHour: Map<number, WebsiteSums>; whole: WebsiteSums }> {
  const ids = monitors.map(({ id }) => id);
  const kinds = new Map(monitors.map(({ id, kind }) => [id, kind]));
  const rows = await selectRollups(db, { table: 'rollups_hourly', from, to }, ids)
    .select(['r.bucket_start', 'r.monitor_id', 'r.checks', 'r.failures', 'r.sum_us'])
    .execute();
  const byHour = new Map<number, WebsiteSums>();
  let whole = noWebsiteSums;
  for (const row of rows) {
    const kind = kinds.get(row.monitor_id);
    if (kind === undefined) continue;
    const before = byHour.get(row.bucket_start) ?? noWebsiteSums;
    byHour.set(row.bucket_start, addToWebsiteSums(before, kind === 'URL', row));
    whole = addToWebsiteSums(whole, kind === 'URL', row);
  }
  return { byHour, whole };
}
