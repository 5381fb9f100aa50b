import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import { bucketStart, bucketStarts, hour } from '../../checks/record/rollups/rollup.ts';
import { averageSecondsOf, timedPart, uptimeOf, websiteAverageSeconds } from '../../checks/record/rollups/sums.ts';
import {
  allOf,
  servicesOf,
  statusesOf,
  sumBuckets,
  sumStatuses,
  type WebsiteBucket,
} from '../../checks/record/rollups/website-buckets.ts';
import { readBuckets, type SummedWebsite } from '../../checks/record/rollups/website-rollups.ts';
import { lastHours } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';

/** Figures of one website over the last hours, in ten statements once its sums are cached. */
export async function websiteStatistics(
  db: Database,
  website: SummedWebsite,
  { hours, now }: { hours: number; now: number },
): Promise<WebsiteStatistics> {
  const buckets: WebsiteBucket[] = [];
  for (const segment of lastHours(hours, now)) {
    buckets.push(...(await readBuckets(db, website, segment, now)));
  }
  const sums = sumBuckets(buckets);
  const counts = await countsMaintenance(db);
  const from = bucketStart(now, hour) - (hours - 1) * hour;
  const ofHours = await readBuckets(db, website, { table: 'rollups_hourly', from, to: now + 1 }, now);
  return {
    uptime_percentage: uptimeOf(sums.all, counts),
    avg_response_time: websiteAverageSeconds(sums),
    total_checks: sums.all.checks,
    hourly_stats: hourlyStats(ofHours, bucketStarts(from, now + 1, hour), counts),
    status_breakdown: statusBreakdown(buckets, sums.pages.checks),
  };
}

/** One entry for each clock hour (UTC), the current one last; null without checks. */
function hourlyStats(
  buckets: readonly WebsiteBucket[],
  starts: readonly number[],
  counts: boolean,
): WebsiteStatistics['hourly_stats'] {
  const timedOf = timedPart(sumBuckets(buckets)) === 'pages' ? (bucket: WebsiteBucket) => bucket : servicesOf;
  const byStart = new Map(buckets.map((bucket) => [bucket.bucket_start, bucket]));
  return starts.map((start) => {
    const bucket = byStart.get(start);
    const hour = new Date(start).toISOString();
    if (!bucket) return { hour, avg_response_time: null, uptime: null };
    const uptime = uptimeOf(allOf(bucket), counts);
    return { hour, avg_response_time: averageSecondsOf(timedOf(bucket)), uptime };
  });
}

/** Checks of URLs by status code. Roll-ups do not count 200: it is the remainder of all URL checks. */
function statusBreakdown(buckets: readonly WebsiteBucket[], urlChecks: number): Record<string, number> {
  const others = sumStatuses(buckets.map(statusesOf));
  const left = Object.values(others).reduce((rest, count) => rest - count, urlChecks);
  return left > 0 ? { '200': left, ...others } : others;
}
