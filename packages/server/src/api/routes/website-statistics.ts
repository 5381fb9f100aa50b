import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import { dayMs, hourMs } from '@upvigil/core/time';
import { type TimeWindow, windowOfQuery } from '@upvigil/core/time-ranges';
import { groupBy } from '../../base/domain/group-by.ts';
import { coverageIn } from '../../checks/record/rollups/disabled-periods-store.ts';
import { bucketStart, bucketStarts } from '../../checks/record/rollups/rollup.ts';
import {
  averageSecondsOf,
  type Sums,
  timedPart,
  uptimeOf,
  websiteAverageSeconds,
} from '../../checks/record/rollups/sums.ts';
import {
  statusesOf,
  sumBuckets,
  sumStatuses,
  type WebsiteBucket,
} from '../../checks/record/rollups/website-buckets.ts';
import { readBuckets, type SummedWebsite } from '../../checks/record/rollups/website-rollups.ts';
import { segmentsOfWindow, type WindowSegment } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';

/** Figures of one website over a window, in twelve statements once its sums are cached. */
export async function websiteStatistics(
  db: Database,
  website: SummedWebsite,
  query: Parameters<typeof windowOfQuery>[0],
  now: number,
): Promise<WebsiteStatistics> {
  const window = windowOfQuery(query, now);
  const buckets: WebsiteBucket[] = [];
  const segments = segmentsOfWindow(window, now);
  for (const segment of segments) {
    buckets.push(...(await readBuckets(db, website, segment, now)));
  }
  const sums = sumBuckets(buckets);
  const counts = await countsMaintenance(db);
  const { from, to, width } = stretchesOf(query, window, now);
  const table = width < dayMs ? 'rollups_hourly' : 'rollups_daily';
  const inStretches = await readBuckets(db, website, { table, from, to }, now);
  return {
    uptime_percentage: uptimeOf(sums.all, counts),
    coverage: await websiteCoverage(db, website.id, segments, { now, sums: sums.all }),
    avg_response_time: websiteAverageSeconds(sums),
    total_checks: sums.all.checks,
    hourly_stats: stretchStats(inStretches, bucketStarts(from, to, width), width, counts),
    status_breakdown: statusBreakdown(buckets, sums.pages.checks),
  };
}

async function websiteCoverage(
  db: Database,
  websiteId: number,
  segments: readonly WindowSegment[],
  { now, sums }: { now: number; sums: Sums },
): Promise<number | null> {
  const monitors = await db
    .selectFrom('monitors')
    .select(['id', 'kind', 'created_at', 'check_interval_seconds', 'last_check_time'])
    .where('website_id', '=', websiteId)
    .execute();
  const coverage = await coverageIn(db, segments, { now, monitorIds: monitors.map(({ id }) => id) });
  return coverage(monitors, sums);
}

/** Where the entries of the figures begin and end: the current hour last, or the hours of a day. */
function stretchesOf({ range, until }: Parameters<typeof windowOfQuery>[0], window: TimeWindow, now: number) {
  const width = Math.max(hourMs, until === undefined && range ? window.bucketMs : hourMs);
  const to = window.to < now ? window.to : now + 1;
  if (until !== undefined) return { from: bucketStart(window.from, width), to, width };
  const count = Math.ceil((window.to - window.from) / width);
  return { from: bucketStart(now, width) - (count - 1) * width, to, width };
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
