import type { DailyUptime, ResponseTimes } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { dayMs, hourMs } from '@upvigil/core/time';
import { coverageOf, type DisabledPeriods, type ObservedMonitor } from '../../../checks/record/rollups/coverage.ts';
import { bucketStart, bucketStarts, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import {
  addSums,
  averageSecondsOf,
  noSums,
  noWebsiteSums,
  type Sums,
  uptimeOf,
  type WebsiteSums,
} from '../../../checks/record/rollups/sums.ts';
import { type MaintenanceWindow, maintenanceSeconds } from './maintenance-runs.ts';
import { type MonitorOutages, type Outage, outagesByDay, outsideMaintenance } from './outages.ts';

/** Figures of one website. Days: the last 30 in UTC, oldest first. */
export interface WebsiteFigures {
  last_day: WebsiteSums;
  last_week: Sums;
  days: Sums[];
}

/** Figures of one monitor, by the start of each bucket. */
export interface MonitorFigures {
  /** Quarter-hours of the last 24 hours. */
  quarters: Map<number, Sums>;
  days: Map<number, Sums>;
}

/** Figures of all websites at one time. */
export interface PageFigures {
  /** Milliseconds since the epoch. */
  now: number;
  /** By website. */
  websites: ReadonlyMap<number, WebsiteFigures>;
  /** By monitor; without monitors that had no outage. */
  outages: ReadonlyMap<number, MonitorOutages>;
  /** Since the oldest day. */
  disabled: DisabledPeriods;
}

export const noMonitorFigures = (): MonitorFigures => ({ quarters: new Map(), days: new Map() });
export const noWebsiteFigures = (): WebsiteFigures => ({
  last_day: noWebsiteSums,
  last_week: noSums,
  days: Array.from({ length: defaults.dayStripDays }, () => noSums),
});

/** Start of the oldest quarter-hour of the last 24 hours. All times in milliseconds since the epoch. */
export const oldestQuarter = (now: number): number =>
  bucketStart(now - defaults.responseTimePoints.hours * hourMs, quarterHour);
/** Start of the oldest day of the day strip. */
export const oldestDay = (now: number): number => bucketStart(now, dayMs) - (defaults.dayStripDays - 1) * dayMs;

/** Uptime and coverage of a monitor in the last 24 hours, in percent; null without checks. */
export function lastDayFigures(
  { quarters }: MonitorFigures,
  monitor: ObservedMonitor,
  { now, counts, disabled }: Pick<DayStrip, 'counts' | 'disabled'> & { now: number },
) {
  const sums = [...quarters].reduce((sum, [start, one]) => (start <= now ? addSums(sum, one) : sum), noSums);
  const window = { from: oldestQuarter(now), to: now };
  const coverage_24h = coverageOf(sums, { window, isOpen: true, monitors: [monitor], disabled });
  return { uptime_24h: uptimeOf(sums, counts), coverage_24h };
}

/** The buckets of charts and day strips at one time, oldest first, with their formatted times. */
export interface ShownBuckets {
  /** Milliseconds since the epoch. */
  now: number;
  /** Quarter-hours of the last 24 hours. */
  quarters: readonly { start: number; time: string }[];
  /** The last 30 days in UTC. */
  days: readonly { start: number; date: string }[];
}

/** Computed once for all monitors of a website: formatting times would take most of a document's time. */
export const shownBuckets = (now: number): ShownBuckets => ({
  now,
  quarters: bucketStarts(oldestQuarter(now) + quarterHour, now + 1, quarterHour).map((start) => ({
    start,
    time: new Date(start).toISOString(),
  })),
  days: bucketStarts(oldestDay(now), now + 1, dayMs).map((start) => ({
    start,
    date: new Date(start).toISOString().slice(0, 10),
  })),
});

/** The mean of each quarter-hour. Leaves out those without a successful check. */
export function responseTimes(figures: MonitorFigures, { quarters }: Pick<ShownBuckets, 'quarters'>): ResponseTimes {
  const points: ResponseTimes = [];
  for (const { start, time } of quarters) {
    const value = averageSecondsOf(figures.quarters.get(start) ?? noSums);
    if (value !== null) points.push({ time, value });
  }
  return points;
}

interface DayStrip {
  buckets: Pick<ShownBuckets, 'now' | 'days'>;
  /** Whether checks during maintenance count in uptime. */
  counts: boolean;
  /** One for each day. */
  sums: readonly Sums[];
  outages: readonly MonitorOutages[];
  monitors: readonly ObservedMonitor[];
  disabled: DisabledPeriods;
  /** Maintenance of the monitors. */
  windows: readonly MaintenanceWindow[];
}

/** Uptime and outages on each day. */
export function dailyUptime({ buckets, counts, sums, outages, monitors, disabled, windows }: DayStrip): DailyUptime {
  const { now, days } = buckets;
  const counted = counts
    ? outages
    : outages.map((each) => ({ ...each, outages: outsideMaintenance(each.outages, now) }));
  const byDay = (isSlow: boolean) =>
    outagesByDay(
      counted.map((each) => ({ ...each, outages: each.outages.filter((one) => (one.isSlow === true) === isSlow) })),
      { firstDay: oldestDay(now), days: days.length, now },
    );
  const slow = byDay(true);
  const workSeconds = (start: number): number => maintenanceSeconds(windows, start, Math.min(start + dayMs, now));
  return byDay(false).map((ofDay, index) => {
    const { start, date } = days[index] ?? { start: 0, date: '' };
    const ofSums = sums[index] ?? noSums;
    const { checks, maintenance_checks } = ofSums;
    const window = { from: start, to: Math.min(start + dayMs, now) };
    const coverage = coverageOf(ofSums, { window, isOpen: window.to === now, monitors, disabled });
    const basic = { date, uptime: uptimeOf(ofSums, counts), checks, coverage };
    if (checks === 0) return basic;
    return {
      ...basic,
      ...ofDay,
      ...maintenanceFields({ checks, maintenance_checks, counts }),
      ...lasting('maintenance_seconds', maintenance_checks > 0 ? workSeconds(start) : 0),
      ...lasting('slow_seconds', slow[index]?.down_seconds ?? 0),
    };
  });
}

function maintenanceFields(of: { checks: number; maintenance_checks: number; counts: boolean }) {
  const { checks, maintenance_checks, counts } = of;
  if (maintenance_checks === 0) return {};
  return counts ? { maintenance_checks } : { maintenance_checks, counted_checks: checks - maintenance_checks };
}

/** A field for a duration; absent when it is 0. */
const lasting = (name: 'maintenance_seconds' | 'slow_seconds', seconds: number) =>
  seconds > 0 ? { [name]: seconds } : {};

export const monitorDailyUptime = (
  { days }: MonitorFigures,
  outages: readonly Outage[],
  strip: Omit<DayStrip, 'sums' | 'outages'>,
): DailyUptime =>
  dailyUptime({
    ...strip,
    sums: strip.buckets.days.map(({ start }) => days.get(start) ?? noSums),
    outages: [{ outages, hasChecks: (start) => (days.get(start)?.checks ?? 0) > 0 }],
  });
