import { setImmediate as nextTimeSlice } from 'node:timers/promises';
import { defaults } from '@upvigil/core/defaults';
import { dayMs, hourMs, minuteMs } from '@upvigil/core/time';
import { sql } from 'kysely';
import { groupBy } from '../../../base/domain/group-by.ts';
import { readDisabledPeriods } from '../../../checks/record/rollups/disabled-periods-store.ts';
import { bucketStart, bucketStarts, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { observedSum } from '../../../checks/record/rollups/rollup-selection.ts';
import { addSums, addToWebsiteSums, noSums, type Sums } from '../../../checks/record/rollups/sums.ts';
import { type WindowSegment, windowSegments } from '../../../checks/record/rollups/window.ts';
import type { Database } from '../../../storage/database.ts';
import { idChunks } from '../../../storage/row-chunks.ts';
import {
  type MonitorFigures,
  noMonitorFigures,
  noWebsiteFigures,
  oldestDay,
  oldestQuarter,
  type PageFigures,
  type WebsiteFigures,
} from './figures.ts';
import type { MonitorOutages, Outage } from './outages.ts';

/** Days that one statement sums over all monitors: 15 ms with 2,000. */
const daysAtOnce = 10;
/** Buckets read in one time slice: about 5 ms. */
const rowsAtOnce = 2000;
/** Younger buckets may still change, when results waited for the database. */
const lateMs = 10 * minuteMs;

/** Reads the figures of all websites in a constant number of statements. */
export async function readPageFigures(db: Database, now: number): Promise<PageFigures> {
  return {
    now,
    websites: await readWebsiteFigures(db, now),
    outages: await readMonitorOutages(db, now),
    disabled: await readDisabledPeriods(db, oldestDay(now)),
  };
}

async function readWebsiteFigures(db: Database, now: number): Promise<Map<number, WebsiteFigures>> {
  const websites = new Map<number, WebsiteFigures>();
  const lastDay = windowSegments(now - defaults.responseTimePoints.hours * hourMs, now);
  const lastWeek = windowSegments(now - 7 * dayMs, now);
  const firstDay = oldestDay(now);
  const add = async (segment: WindowSegment): Promise<void> => {
    for (const row of await sumWebsites(db, segment)) {
      const figures = websites.get(row.website_id) ?? noWebsiteFigures();
      websites.set(row.website_id, figures);
      if (segment.table === 'rollups_daily') {
        const at = (row.bucket_start - firstDay) / dayMs;
        figures.days[at] = addSums(figures.days[at] ?? noSums, row);
      }
      if (isIn(lastDay, segment, row)) figures.last_day = addToWebsiteSums(figures.last_day, row.is_page === 1, row);
      if (isIn(lastWeek, segment, row)) figures.last_week = addSums(figures.last_week, row);
    }
    await nextTimeSlice();
  };
  for (let from = firstDay; from <= now; from += daysAtOnce * dayMs) {
    await add({ table: 'rollups_daily', from, to: Math.min(from + daysAtOnce * dayMs, now + 1) });
  }
  for (const segment of [...lastDay, ...lastWeek]) if (segment.table !== 'rollups_daily') await add(segment);
  return websites;
}

/** Whether the row of a segment belongs to a window. */
const isIn = (window: readonly WindowSegment[], { table }: WindowSegment, { bucket_start }: WebsiteRowSums): boolean =>
  window.some((part) => part.table === table && part.from <= bucket_start && bucket_start < part.to);

/** The sums of each website on the days (UTC) between two times, by the start of the day. */
export async function readMonthDays(db: Database, from: number, to: number): Promise<Map<number, Map<number, Sums>>> {
  const websites = new Map<number, Map<number, Sums>>();
  for (let at = from; at < to; at += daysAtOnce * dayMs) {
    for (const row of await sumWebsites(db, {
      table: 'rollups_daily',
      from: at,
      to: Math.min(at + daysAtOnce * dayMs, to),
    })) {
      const days = websites.get(row.website_id) ?? new Map<number, Sums>();
      websites.set(row.website_id, days.set(row.bucket_start, addSums(days.get(row.bucket_start) ?? noSums, row)));
    }
    await nextTimeSlice();
  }
  return websites;
}

interface WebsiteRowSums extends Sums {
  website_id: number;
  /** Whether the sums are those of URLs or of network monitors. */
  is_page: 0 | 1;
  bucket_start: number;
}

/** The sums of the enabled monitors of each website in each bucket of a segment. */
const sumWebsites = (db: Database, { table, from, to }: WindowSegment): Promise<WebsiteRowSums[]> =>
  db
    .selectFrom(`${table} as r`)
    .innerJoin('monitors as m', 'm.id', 'r.monitor_id')
    .where('r.bucket_start', '>=', from)
    .where('r.bucket_start', '<', to)
    .where('m.enabled', '=', 1)
    .select(['m.website_id', 'r.bucket_start', isPage.as('is_page')])
    .select(({ fn }) => [
      fn.sum<number>('r.checks').as('checks'),
      fn.sum<number>('r.failures').as('failures'),
      fn.sum<number>('r.sum_us').as('sum_us'),
      fn.sum<number>('r.maintenance_checks').as('maintenance_checks'),
      fn.sum<number>('r.maintenance_failures').as('maintenance_failures'),
      observedSum('r').as('observed_seconds'),
    ])
    .groupBy(['m.website_id', 'r.bucket_start', isPage])
    .execute();

const isPage = sql<0 | 1>`case when m.kind = 'URL' then 1 else 0 end`;

/** Outages and slow periods of the last 30 days by monitor, and the days on which each monitor was checked. */
async function readMonitorOutages(db: Database, now: number): Promise<Map<number, MonitorOutages>> {
  const rows = await db
    .selectFrom('alerts as a')
    .leftJoin('maintenance_runs as r', 'r.id', 'a.maintenance_run_id')
    .select(['a.monitor_id', 'a.problem', 'a.created_at', 'a.ended_at', 'r.ends_at as maintained_until'])
    .where('a.problem', 'in', ['outage', 'slow'])
    .where('a.alert_type', '!=', 'RECOVERED')
    .where((eb) => eb.or([eb('a.ended_at', 'is', null), eb('a.ended_at', '>', oldestDay(now))]))
    .orderBy('a.created_at')
    .execute();
  const byMonitor = groupBy(rows, ({ monitor_id }) => monitor_id);
  const checked = await readCheckedDays(db, [...byMonitor.keys()], now);
  return new Map(
    [...byMonitor].map(([id, ofMonitor]) => {
      const days = checked.get(id) ?? new Set();
      const outages = ofMonitor.map(
        ({ problem, created_at, ended_at, maintained_until }): Outage => ({
          started_at: created_at,
          ended_at,
          ...(problem === 'slow' ? { isSlow: true } : {}),
          ...(maintained_until === null ? {} : { maintained_until }),
        }),
      );
      return [id, { outages, hasChecks: (start: number) => days.has(start) }];
    }),
  );
}

async function readCheckedDays(db: Database, ids: readonly number[], now: number): Promise<Map<number, Set<number>>> {
  const days = new Map(ids.map((id) => [id, new Set<number>()]));
  for (const chunk of idChunks(ids)) {
    const rows = await db
      .selectFrom('rollups_daily')
      .select(['monitor_id', 'bucket_start'])
      .where('monitor_id', 'in', chunk)
      .where('bucket_start', '>=', oldestDay(now))
      .where('checks', '>', 0)
      .execute();
    for (const { monitor_id, bucket_start } of rows) days.get(monitor_id)?.add(bucket_start);
  }
  return days;
}

/**
 * Reads quarter-hours and days of some monitors, which only their website's page shows. For those read before, reads
 * only buckets that may have changed.
 */
export async function readMonitorFigures(
  db: Database,
  ids: readonly number[],
  now: number,
  before: { now: number; figures: ReadonlyMap<number, MonitorFigures> } = { now, figures: new Map() },
): Promise<Map<number, MonitorFigures>> {
  const figures = new Map(ids.map((id) => [id, before.figures.get(id) ?? noMonitorFigures()]));
  for (const { quarters, days } of figures.values()) {
    dropOlder(quarters, oldestQuarter(now));
    dropOlder(days, oldestDay(now));
  }
  const read = async (some: readonly number[], changedFrom: number): Promise<void> => {
    const from = (oldest: number, width: number) => Math.max(oldest, bucketStart(changedFrom, width));
    const quarters = bucketStarts(from(oldestQuarter(now), quarterHour), now + 1, quarterHour);
    const days = bucketStarts(from(oldestDay(now), dayMs), now + 1, dayMs);
    const monitorsAtOnce = Math.ceil(rowsAtOnce / (quarters.length + days.length));
    for (let at = 0; at < some.length; at += monitorsAtOnce) {
      const chunk = some.slice(at, at + monitorsAtOnce);
      for (const row of await readBuckets(db, 'rollups_quarter_hourly', chunk, quarters)) {
        figures.get(row.monitor_id)?.quarters.set(row.bucket_start, row);
      }
      for (const row of await readBuckets(db, 'rollups_daily', chunk, days)) {
        figures.get(row.monitor_id)?.days.set(row.bucket_start, row);
      }
      await nextTimeSlice();
    }
  };
  const isKnown = (id: number) => before.figures.has(id);
  await read(ids.filter(isKnown), before.now - lateMs);
  await read(
    ids.filter((id) => !isKnown(id)),
    0,
  );
  return figures;
}

function dropOlder(buckets: Map<number, Sums>, oldest: number): void {
  for (const start of buckets.keys()) if (start < oldest) buckets.delete(start);
}

const readBuckets = (
  db: Database,
  table: 'rollups_quarter_hourly' | 'rollups_daily',
  ids: readonly number[],
  starts: readonly number[],
) =>
  db
    .selectFrom(table)
    .select(['monitor_id', 'bucket_start', 'checks', 'failures', 'sum_us'])
    .select(['maintenance_checks', 'maintenance_failures', 'observed_seconds'])
    .where('monitor_id', 'in', ids)
    .where('bucket_start', 'in', starts)
    .execute();
