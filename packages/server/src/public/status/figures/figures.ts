import type { DailyUptime, ResponseTimes } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { bucketStart, day, hour, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { addSums, averageSecondsOf, noSums, type Sums, uptimeOf } from '../../../checks/record/rollups/sums.ts';
import { type PublicWindow, workedSeconds } from '../maintenance/public-runs.ts';
import { type Buckets, createBuckets } from './buckets.ts';
import { type Outage, outagesByDay, outsideMaintenance } from './outages.ts';

/** What all public figures of one monitor are made from. Kept in memory, and brought up to date after its checks. */
export interface MonitorFigures {
  /** Quarters of an hour: the last 24 hours, with the whole quarter in which they begin. */
  quarters: Buckets;
  /** The last 30 UTC days. */
  days: Buckets;
  /** Sums over the part of the last 7 days that lies before today. */
  week_before_today: Sums;
  /** Those of the days that are shown. */
  outages: readonly Outage[];
}

const shownHours = defaults.responseTimePoints.hours;
const weekDays = 7;
/**
 * Two more than fit in the hours: they begin within a quarter of an hour, which counts whole; and the next quarter is read
 * while the documents still tell of this one. Days have one to spare for that too.
 */
const keptQuarters = (shownHours * hour) / quarterHour + 2;
const keptDays = defaults.dayStripDays + 1;

export const emptyFigures = (): MonitorFigures => ({
  quarters: createBuckets(quarterHour, keptQuarters),
  days: createBuckets(day, keptDays),
  week_before_today: noSums,
  outages: [],
});

/** The outage that lasts, by its alert; null without one. */
export const openOutage = ({ outages }: MonitorFigures): number | null =>
  outages.find(({ ended_at }) => ended_at === null)?.id ?? null;

/** Start of the oldest quarter of an hour that is kept, milliseconds since the epoch. */
export const oldestQuarter = (now: number): number => bucketStart(now - shownHours * hour, quarterHour);
/** Start of the oldest day that is kept, milliseconds since the epoch. */
export const oldestDay = (now: number): number => bucketStart(now, day) - (defaults.dayStripDays - 1) * day;
/** When the last 7 days begin, milliseconds since the epoch. */
export const weekStart = (now: number): number => now - weekDays * day;

/** Sums over some monitors in the last 24 hours. */
export const lastDaySums = (figures: readonly MonitorFigures[], now: number): Sums =>
  figures.reduce((sum, { quarters }) => addSums(sum, quarters.sumFrom(oldestQuarter(now), now)), noSums);

/** Sums over some monitors in the last 7 days. */
export const lastWeekSums = (figures: readonly MonitorFigures[], now: number): Sums =>
  figures.reduce(
    (sum, { days, week_before_today }) => addSums(sum, addSums(week_before_today, days.at(bucketStart(now, day)))),
    noSums,
  );

/** What days are told by besides figures. */
interface DayReading {
  /** As in `uptimeOf`. */
  counts?: boolean;
  /** Work that touches the monitors. */
  windows?: readonly PublicWindow[];
  /** Of the monitors, where they are known. */
  sums?: readonly Sums[];
}

/** Uptime over some monitors on each of the last 30 UTC days, oldest first. */
export function dailyUptime(
  figures: readonly MonitorFigures[],
  now: number,
  { counts = false, windows = [], sums = dailySums(figures, now) }: DayReading = {},
): DailyUptime {
  const firstDay = oldestDay(now);
  const down = outagesByDay(
    figures.map(({ days, outages }) => ({
      outages: counts ? outages : outsideMaintenance(outages, now),
      hasChecks: (start) => days.at(start).checks > 0,
    })),
    { firstDay, days: defaults.dayStripDays, now },
  );
  return down.map((outages, index) => {
    const ofDay = sums[index] ?? noSums;
    const start = firstDay + index * day;
    const date = new Date(start).toISOString().slice(0, 10);
    const { checks, maintenance_checks } = ofDay;
    const shown = { date, uptime: uptimeOf(ofDay, counts), checks };
    if (checks === 0) return shown;
    const seconds = maintenance_checks > 0 ? workedSeconds(windows, start, Math.min(start + day, now)) : 0;
    return {
      ...{ ...shown, ...outages },
      ...(maintenance_checks > 0 ? { maintenance_checks } : {}),
      ...(maintenance_checks > 0 && !counts ? { counted_checks: checks - maintenance_checks } : {}),
      ...(seconds > 0 ? { maintenance_seconds: seconds } : {}),
    };
  });
}

/** Sums over some monitors on each of the last 30 UTC days, oldest first. */
export const dailySums = (figures: readonly MonitorFigures[], now: number): Sums[] =>
  Array.from({ length: defaults.dayStripDays }, (_, index) =>
    figures.reduce((sum, { days }) => addSums(sum, days.at(oldestDay(now) + index * day)), noSums),
  );

/** The mean of each quarter of the last 24 hours, oldest first. One without a successful check is left out. */
export function responseTimes({ quarters }: MonitorFigures, now: number): ResponseTimes {
  const points: ResponseTimes = [];
  for (let start = oldestQuarter(now) + quarterHour; start <= now; start += quarterHour) {
    const value = averageSecondsOf(quarters.at(start));
    if (value !== null) points.push({ time: new Date(start).toISOString(), value });
  }
  return points;
}
