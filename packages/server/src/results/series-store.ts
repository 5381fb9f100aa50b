import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { DailyUptime, ResponseTimes } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import type { Database } from '../storage/database.ts';
import { bucketStart, day, hour, quarterHour } from './rollup.ts';
import { type MonitorSelection, selectRollups } from './rollup-selection.ts';
import {
  addToWebsiteSums,
  averageSecondsOf,
  noSums,
  noWebsiteSums,
  type Sums,
  timedPart,
  uptimeOf,
  type WebsiteSums,
} from './sums.ts';

type DaySums = Map<number, Sums>;

/** The strip of the last 30 UTC days for each monitor with checks in them; others have `emptyDailyUptime`. */
export async function dailyUptimeByMonitor(
  db: Database,
  selection: MonitorSelection,
  now: number,
): Promise<Map<number, DailyUptime>> {
  const rows = await selectRollups(db, stripSegment(now), selection)
    .select(['m.id', 'r.bucket_start', 'r.checks', 'r.failures', 'r.sum_us'])
    .execute();
  return stripsOf(rows, now);
}

/** The same for each website, over all its selected monitors. */
export async function dailyUptimeByWebsite(
  db: Database,
  selection: MonitorSelection,
  now: number,
): Promise<Map<number, DailyUptime>> {
  const rows = await selectRollups(db, stripSegment(now), selection)
    .select(['m.website_id as id', 'r.bucket_start'])
    .select(({ fn }) => [
      fn.sum<number>('r.checks').as('checks'),
      fn.sum<number>('r.failures').as('failures'),
      fn.sum<number>('r.sum_us').as('sum_us'),
    ])
    .groupBy(['m.website_id', 'r.bucket_start'])
    .execute();
  return stripsOf(rows, now);
}

/** 30 days without checks. */
export const emptyDailyUptime = (now: number): DailyUptime => stripOf(new Map(), now);

const stripStart = (now: number): number => bucketStart(now, day) - (defaults.dayStripDays - 1) * day;
const stripSegment = (now: number) => ({ table: 'rollups_daily', from: stripStart(now), to: now + 1 }) as const;

function stripsOf(rows: readonly ({ id: number; bucket_start: number } & Sums)[], now: number) {
  const byId = new Map<number, DaySums>();
  for (const row of rows) {
    const days = byId.get(row.id) ?? new Map<number, Sums>();
    byId.set(row.id, days.set(row.bucket_start, row));
  }
  return new Map([...byId].map(([id, days]) => [id, stripOf(days, now)]));
}

function stripOf(days: DaySums, now: number): DailyUptime {
  return Array.from({ length: defaults.dayStripDays }, (_, at) => {
    const start = stripStart(now) + at * day;
    const sums = days.get(start) ?? noSums;
    return { date: new Date(start).toISOString().slice(0, 10), uptime: uptimeOf(sums), checks: sums.checks };
  });
}

/** Means of each quarter of the last 24 hours for each monitor; a quarter without a successful check is left out. */
export async function responseTimesByMonitor(
  db: Database,
  selection: MonitorSelection,
  now: number,
): Promise<Map<number, ResponseTimes>> {
  const { hours, minutesPerPoint } = defaults.responseTimePoints;
  const points = (hours * 60) / minutesPerPoint;
  const from = bucketStart(now, quarterHour) - (points - 1) * quarterHour;
  const rows = await selectRollups(db, { table: 'rollups_quarter_hourly', from, to: now + 1 }, selection)
    .select(['m.id', 'r.bucket_start', 'r.checks', 'r.failures', 'r.sum_us'])
    .orderBy('m.id')
    .orderBy('r.bucket_start')
    .execute();
  const times = new Map<number, ResponseTimes>();
  for (const row of rows) {
    const value = averageSecondsOf(row);
    if (value === null) continue;
    const points = times.get(row.id) ?? [];
    times.set(row.id, points);
    points.push({ time: new Date(row.bucket_start).toISOString(), value });
  }
  return times;
}

/** One entry for each of the last `hours` clock hours, the current one last; nulls where nothing was checked. */
export async function hourlyStats(
  db: Database,
  selection: MonitorSelection,
  hours: number,
  now: number,
): Promise<WebsiteStatistics['hourly_stats']> {
  const from = bucketStart(now, hour) - (hours - 1) * hour;
  const rows = await selectRollups(db, { table: 'rollups_hourly', from, to: now + 1 }, selection)
    .select(['r.bucket_start', 'm.kind'])
    .select(({ fn }) => [
      fn.sum<number>('r.checks').as('checks'),
      fn.sum<number>('r.failures').as('failures'),
      fn.sum<number>('r.sum_us').as('sum_us'),
    ])
    .groupBy(['r.bucket_start', 'm.kind'])
    .execute();
  const byHour = new Map<number, WebsiteSums>();
  let whole = noWebsiteSums;
  for (const { bucket_start, kind, ...sums } of rows) {
    byHour.set(bucket_start, addToWebsiteSums(byHour.get(bucket_start) ?? noWebsiteSums, kind === 'URL', sums));
    whole = addToWebsiteSums(whole, kind === 'URL', sums);
  }
  const timed = timedPart(whole);
  return Array.from({ length: hours }, (_, at) => {
    const start = from + at * hour;
    const sums = byHour.get(start) ?? noWebsiteSums;
    return {
      hour: new Date(start).toISOString(),
      avg_response_time: averageSecondsOf(sums[timed]),
      uptime: uptimeOf(sums.all),
    };
  });
}
