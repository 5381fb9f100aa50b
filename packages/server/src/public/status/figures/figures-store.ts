import { windowSumsByMonitor } from '../../../checks/record/result-store.ts';
import { bucketStart, bucketStarts, bucketWidths, day, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { noSums, type Sums } from '../../../checks/record/rollups/sums.ts';
import { windowSegments } from '../../../checks/record/rollups/window.ts';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import { emptyFigures, type MonitorFigures, oldestDay, oldestQuarter, weekStart } from './figures.ts';
import type { Outage } from './outages.ts';

/** By monitor id. */
export type FiguresById = Map<number, MonitorFigures>;

/** Roll-ups up to this old may still change, by results that waited for the database. */
const lateMs = 10 * 60_000;

/** Reads all figures of some monitors anew. */
export async function readFigures(db: Database, ids: readonly number[], now: number): Promise<FiguresById> {
  const figures: FiguresById = new Map(ids.map((id) => [id, emptyFigures()]));
  await readBuckets(db, ids, figures, { quartersFrom: oldestQuarter(now), daysFrom: oldestDay(now), now });
  await readWeeks(db, ids, figures, now);
  await readOutages(db, ids, figures, now);
  return figures;
}

/** Brings the figures of some monitors up to date after checks. Reads only the buckets that may have changed. */
export async function readNewFigures(
  db: Database,
  ids: readonly number[],
  figures: FiguresById,
  now: number,
): Promise<void> {
  await readNewBuckets(db, ids, figures, now);
  // Those of yesterday belong to the week before today.
  if (bucketStart(now - lateMs, day) < bucketStart(now, day)) await readWeeks(db, ids, figures, now);
}

/** Reads the buckets alone that may have changed. */
export async function readNewBuckets(
  db: Database,
  ids: readonly number[],
  figures: FiguresById,
  now: number,
): Promise<void> {
  await readBuckets(db, ids, figures, {
    quartersFrom: bucketStart(now - lateMs, quarterHour),
    daysFrom: bucketStart(now - lateMs, day),
    now,
  });
}

async function readBuckets(
  db: Database,
  ids: readonly number[],
  figures: FiguresById,
  { quartersFrom, daysFrom, now }: { quartersFrom: number; daysFrom: number; now: number },
): Promise<void> {
  const parts = [
    { table: 'rollups_quarter_hourly', ring: 'quarters', from: quartersFrom },
    { table: 'rollups_daily', ring: 'days', from: daysFrom },
  ] as const;
  for (const chunk of rowChunks(ids)) {
    for (const { table, ring, from } of parts) {
      const rows = await db
        .selectFrom(table)
        .select(['monitor_id', 'bucket_start', 'checks', 'failures', 'sum_us'])
        .select(['maintenance_checks', 'maintenance_failures'])
        .where('monitor_id', 'in', chunk)
        .where('bucket_start', 'in', bucketStarts(from, now + 1, bucketWidths[table]))
        .execute();
      for (const row of rows) figures.get(row.monitor_id)?.[ring].set(row.bucket_start, row);
    }
  }
}

/** Reads the part of the last 7 days that lies before today. It changes with each quarter of an hour. */
export async function readWeeks(
  db: Database,
  ids: readonly number[],
  figures: FiguresById,
  now: number,
): Promise<void> {
  for (const [id, sums] of await weeksBeforeToday(db, ids, now)) {
    const known = figures.get(id);
    if (known) known.week_before_today = sums;
  }
}

/** The sums over the part of the last 7 days that lies before today, by monitor. */
export async function weeksBeforeToday(db: Database, ids: readonly number[], now: number): Promise<Map<number, Sums>> {
  const today = bucketStart(now, day);
  const segments = windowSegments(weekStart(now), now)
    .map((segment) => ({ ...segment, to: Math.min(segment.to, today) }))
    .filter((segment) => segment.from < segment.to);
  const weeks = new Map<number, Sums>(ids.map((id) => [id, noSums]));
  for (const chunk of rowChunks(ids)) {
    for (const [id, sums] of await windowSumsByMonitor(db, chunk, segments)) weeks.set(id, sums);
  }
  return weeks;
}

/** Reads the outages of some monitors anew. */
export async function readOutages(
  db: Database,
  ids: readonly number[],
  figures: FiguresById,
  now: number,
): Promise<void> {
  for (const chunk of rowChunks(ids)) {
    const rows = await db
      .selectFrom('alerts as a')
      .leftJoin('maintenance_runs as r', 'r.id', 'a.maintenance_run_id')
      .select(['a.id', 'a.monitor_id', 'a.created_at', 'a.ended_at', 'r.ends_at as maintained_until'])
      .where('a.monitor_id', 'in', chunk)
      .where('a.problem', '=', 'outage')
      .where('a.alert_type', '!=', 'RECOVERED')
      .where((eb) => eb.or([eb('a.ended_at', 'is', null), eb('a.ended_at', '>', oldestDay(now))]))
      .orderBy('a.created_at')
      .execute();
    const byMonitor = new Map<number, Outage[]>(chunk.map((id) => [id, []]));
    for (const { id, monitor_id, created_at, ended_at, maintained_until } of rows) {
      const maintained = maintained_until === null ? {} : { maintained_until };
      byMonitor.get(monitor_id)?.push({ id, started_at: created_at, ended_at, ...maintained });
    }
    for (const [id, outages] of byMonitor) {
      const known = figures.get(id);
      if (known) known.outages = outages;
    }
  }
}
