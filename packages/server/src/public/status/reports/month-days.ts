import { dayMs } from '@upvigil/core/time';
import { monthSpan } from '../../../alerts/incidents/month-span.ts';
import type { DisabledPeriods, ObservedMonitor } from '../../../checks/record/rollups/coverage.ts';
import type { Sums } from '../../../checks/record/rollups/sums.ts';
import { covers, type IncidentReport } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import type { Period } from '../view/website-store.ts';

/** A website's data for a month. */
export interface MonthWebsite {
  id: number;
  name: string;
  /** Milliseconds since the epoch. */
  created_at: number;
  /** By the start of the day. */
  days: ReadonlyMap<number, Sums>;
  /** Those in the sums. */
  monitors: readonly ObservedMonitor[];
}

/** The content of a month's page. */
export interface MonthFacts {
  /** In UTC, '2026-11'. */
  month: string;
  /** Incidents that started in the month, newest first. */
  reports: readonly IncidentReport[];
  /** Outages and slow periods that began or lasted in the month, newest first. */
  periods: readonly Period[];
  /** Whether older ones were left out. */
  isCut: boolean;
  /** Public maintenance that began in the month. */
  runs: readonly PublicRun[];
  websites: readonly MonthWebsite[];
  disabled: DisabledPeriods;
  /** Whether checks during maintenance count in uptime. */
  counts_maintenance: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** An incident with the outages and slow periods that it covers. */
export interface DayIncident {
  report: IncidentReport;
  periods: readonly Period[];
}

/** The events that began on a day (UTC), each newest first. */
export interface MonthDay {
  /** Milliseconds since the epoch. */
  start: number;
  isToday: boolean;
  isQuiet: boolean;
  incidents: readonly DayIncident[];
  runs: readonly PublicRun[];
  /** Periods that no incident covers. */
  periods: readonly Period[];
}

/** Whether no incident, outage or slow period began on the day. */
export const troubleFree = ({ incidents, periods }: MonthDay): boolean => incidents.length + periods.length === 0;

/** The days of a month until now, newest first, from the first day with data. */
export function daysOfMonth({ month, reports, periods, runs, websites, now }: MonthFacts): MonthDay[] {
  const span = monthSpan(month);
  const began = periods.filter(({ started_at }) => started_at >= span.start);
  const reportOf = new Map(began.map((period) => [period.id, reports.find((report) => covers(report, period))]));
  const times = [
    ...websites.map(({ created_at }) => created_at),
    ...[...reports, ...began].map(({ started_at }) => started_at),
    ...runs.map(({ starts_at }) => starts_at),
  ];
  const known = times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  const days: MonthDay[] = [];
  for (let start = span.end - dayMs; start >= span.start; start -= dayMs) {
    const end = start + dayMs;
    if (start > now || end <= known) continue;
    const isOn = (at: number): boolean => at >= start && at < end;
    const incidents = reports
      .filter(({ started_at }) => isOn(started_at))
      .map((report) => ({ report, periods: began.filter(({ id }) => reportOf.get(id) === report) }));
    const ofDay = {
      incidents,
      runs: runs.filter(({ starts_at }) => isOn(starts_at) && starts_at <= now),
      periods: began.filter(({ id, started_at }) => isOn(started_at) && reportOf.get(id) === undefined),
    };
    const isQuiet = ofDay.incidents.length + ofDay.runs.length + ofDay.periods.length === 0;
    days.push({ start, isToday: isOn(now), isQuiet, ...ofDay });
  }
  return days;
}
