import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import { minuteMs } from '@upvigil/core/time';
import { type RangeId, timeRanges } from '@upvigil/core/time-ranges';
import { groupBy } from '../../base/domain/group-by.ts';
import { bucketStart, bucketStarts, day, hour } from '../../checks/record/rollups/rollup.ts';
import { averageSecondsOf, timedPart, uptimeOf, websiteAverageSeconds } from '../../checks/record/rollups/sums.ts';
import {
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
  { now, range, ...asked }: { hours: number; range?: RangeId | undefined; now: number },
): Promise<WebsiteStatistics> {
  const hours = range ? timeRanges[range].hours : asked.hours;
  const buckets: WebsiteBucket[] = [];
  for (const segment of lastHours(hours, now)) {
    buckets.push(...(await readBuckets(db, website, segment, now)));
  }
  const sums = sumBuckets(buckets);
  const counts = await countsMaintenance(db);
  const width = Math.max(hour, range ? timeRanges[range].bucketMinutes * minuteMs : hour);
  const from = bucketStart(now, width) - (Math.ceil((hours * hour) / width) - 1) * width;
  const table = width < day ? 'rollups_hourly' : 'rollups_daily';
  const inStretches = await readBuckets(db, website, { table, from, to: now + 1 }, now);
  return {
    uptime_percentage: uptimeOf(sums.all, counts),
    avg_response_time: websiteAverageSeconds(sums),
    total_checks: sums.all.checks,
    hourly_stats: stretchStats(inStretches, bucketStarts(from, now + 1, width), width, counts),
    status_breakdown: statusBreakdown(buckets, sums.pages.checks),
  };
}

/** One entry for each time range (a clock hour in UTC or longer), the current one last; null without checks. */
function stretchStats(
  buckets: readonly WebsiteBucket[],
  starts: readonly number[],
  width: number,
  counts: boolean,
): WebsiteStatistics['hourly_stats'] {
  const timed = timedPart(sumBuckets(buckets));
  const byStart = groupBy(buckets, ({ bucket_start }) => bucketStart(bucket_start, width));
  return starts.map((start) => {
    const inStretch = byStart.get(start);
    const hour = new Date(start).toISOString();
    if (!inStretch) return { hour, avg_response_time: null, uptime: null };
    const sums = sumBuckets(inStretch);
    return { hour, avg_response_time: averageSecondsOf(sums[timed]), uptime: uptimeOf(sums.all, counts) };
  });
}

/** Checks of URLs by status code. Roll-ups do not count 200: it is the remainder of all URL checks. */
function statusBreakdown(buckets: readonly WebsiteBucket[], urlChecks: number): Record<string, number> {
  const others = sumStatuses(buckets.map(statusesOf));
  const left = Object.values(others).reduce((rest, count) => rest - count, urlChecks);
  return left > 0 ? { '200': left, ...others } : others;
}
