import type { DailyUptime, ResponseTimes } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { bucketStart, day, hour, quarterHour } from '../../results/rollups/rollup.ts';
import { addSums, averageSecondsOf, noSums, type Sums, uptimeOf } from '../../results/rollups/sums.ts';
import { type Buckets, createBuckets } from './buckets.ts';
import { type Outage, outagesByDay } from './outages.ts';

/** Of one monitor: what all public figures are made from, kept in memory and brought up to date with each check. */
export interface MonitorFigures {
  /** The last 24 hours and the quarter of an hour in which they begin. */
  quarters: Buckets;
  days: Buckets;
  /** The part of the last 7 days before today. */
  week_before_today: Sums;
  /** Those of the days that are shown. */
  outages: readonly Outage[];
}

const shownHours = defaults.responseTimePoints.hours;
const weekDays = 7;
/** The window begins within a quarter of an hour, which counts whole. */
const keptQuarters = (shownHours * hour) / quarterHour + 1;

export const emptyFigures = (): MonitorFigures => ({
  quarters: createBuckets(quarterHour, keptQuarters),
  days: createBuckets(day, defaults.dayStripDays),
  week_before_today: noSums,
  outages: [],
});

/** The outage that lasts, by its alert; null without one. */
export const openOutage = ({ outages }: MonitorFigures): number | null =>
  outages.find(({ ended_at }) => ended_at === null)?.id ?? null;

/** Start of the oldest bucket that is kept, or of the window. Milliseconds since the epoch. */
export const oldestQuarter = (now: number): number => bucketStart(now - shownHours * hour, quarterHour);
export const oldestDay = (now: number): number => bucketStart(now, day) - (defaults.dayStripDays - 1) * day;
export const weekStart = (now: number): number => now - weekDays * day;

/** The last 24 hours over some monitors. */
export const lastDaySums = (figures: readonly MonitorFigures[], now: number): Sums =>
  figures.reduce((sum, { quarters }) => addSums(sum, quarters.sumFrom(oldestQuarter(now), now)), noSums);

export const lastWeekSums = (figures: readonly MonitorFigures[], now: number): Sums =>
  figures.reduce(
    (sum, { days, week_before_today }) => addSums(sum, addSums(week_before_today, days.at(bucketStart(now, day)))),
    noSums,
  );

export const lastMonthSums = (figures: readonly MonitorFigures[], now: number): Sums =>
  figures.reduce((sum, { days }) => addSums(sum, days.sumFrom(oldestDay(now), now)), noSums);

/** 30 UTC days over some monitors, oldest first. */
export function dailyUptime(figures: readonly MonitorFigures[], now: number): DailyUptime {
  const firstDay = oldestDay(now);
  const down = outagesByDay(
    figures.map(({ days, outages }) => ({ outages, hasChecks: (start) => days.at(start).checks > 0 })),
    { firstDay, days: defaults.dayStripDays, now },
  );
  return down.map((outages, index) => {
    const start = firstDay + index * day;
    const sums = figures.reduce((sum, { days }) => addSums(sum, days.at(start)), noSums);
    const shown = { date: new Date(start).toISOString().slice(0, 10), uptime: uptimeOf(sums), checks: sums.checks };
    return sums.checks > 0 ? { ...shown, ...outages } : shown;
  });
}

/** 24 hours in at most 96 means, oldest first; where nothing succeeded there is a gap. */
export function responseTimes({ quarters }: MonitorFigures, now: number): ResponseTimes {
  const points: ResponseTimes = [];
  for (let start = oldestQuarter(now) + quarterHour; start <= now; start += quarterHour) {
    const value = averageSecondsOf(quarters.at(start));
    if (value !== null) points.push({ time: new Date(start).toISOString(), value });
  }
  return points;
}
