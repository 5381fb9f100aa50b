import type { Sums } from './sums.ts';

/** A span of time, in milliseconds since the epoch. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Length of a span without the parts that lie in others, which may overlap. Milliseconds. */
export function lengthOutside({ from, to }: TimeSpan, excluded: readonly TimeSpan[]): number {
  let left = Math.max(0, to - from);
  let until = from;
  for (const span of excluded.toSorted((one, other) => one.from - other.from)) {
    const end = Math.min(span.to, to);
    left -= Math.max(0, end - Math.max(span.from, until));
    until = Math.max(until, end);
  }
  return left;
}

/** Every check is at most this many intervals apart from the one before; a longer pause was not observed. */
const mostIntervals = 2;

/** The columns of a monitor on which its observed time depends. */
export interface ObservedMonitor {
  id: number;
  kind: string;
  check_interval_seconds: number;
  /** Milliseconds since the epoch, as the next. */
  created_at: number;
  last_check_time: number | null;
}

/**
 * The time that a check adds to those observed: from the check before it (or the monitor's creation), at most two
 * intervals. A check that ended in a fault is not recorded, so it adds nothing, and neither does an older one. A
 * heartbeat is observed while Upvigil listens, however long its interval. Whole seconds, which add up to those between
 * the first and the last check. `excluded`: when the monitor was disabled, or nobody listened for it.
 */
export function observedSeconds(
  { kind, check_interval_seconds }: Pick<ObservedMonitor, 'kind' | 'check_interval_seconds'>,
  { from, to }: TimeSpan,
  excluded: readonly TimeSpan[] = [],
): number {
  const observed = excluded.length === 0 ? Math.max(0, to - from) : lengthOutside({ from, to }, excluded);
  const most = kind === 'HEARTBEAT' ? Number.POSITIVE_INFINITY : mostIntervals * check_interval_seconds * 1000;
  const counted = Math.min(observed, most);
  return wholeSeconds(to, counted);
}

/** Seconds that begin in the `length` milliseconds before `to`; of adjacent spans they add up. */
const wholeSeconds = (to: number, length: number): number => Math.floor(to / 1000) - Math.floor((to - length) / 1000);

/** When each monitor was disabled, by id. */
export type DisabledPeriods = ReadonlyMap<number, readonly TimeSpan[]>;

/** A window that ends now or earlier, and the monitors in it. */
export interface CoveredWindow {
  window: TimeSpan;
  /** Whether it ends now: then a check of this moment would add the time since the last one. */
  isOpen: boolean;
  monitors: readonly ObservedMonitor[];
  disabled: DisabledPeriods;
}

/**
 * Observed part of the time in which monitors existed and were enabled, in percent, cut to 2 decimals. Null without
 * checks, and if one of the roll-ups was written by a version that did not record the observed time.
 */
export function coverageOf({ checks, observed_seconds }: Sums, of: CoveredWindow): number | null {
  if (checks === 0 || observed_seconds === null) return null;
  let observed = observed_seconds;
  let expected = 0;
  for (const monitor of of.monitors) {
    const excluded = of.disabled.get(monitor.id) ?? [];
    expected += expectedSeconds(monitor, of.window, excluded);
    if (of.isOpen) observed += observedSince(monitor, of.window.to, excluded);
  }
  return expected === 0 ? null : Math.min(100, Math.floor((observed * 10_000) / expected) / 100);
}

/** Whole seconds as those observed, so that a new monitor has all of its time. */
function expectedSeconds(
  { created_at }: ObservedMonitor,
  { from, to }: TimeSpan,
  excluded: readonly TimeSpan[],
): number {
  return wholeSeconds(to, lengthOutside({ from: Math.max(from, created_at), to }, excluded));
}

/** The seconds that a check at a time would add. A check after it, which the sums lack, came within an interval. */
function observedSince(monitor: ObservedMonitor, to: number, excluded: readonly TimeSpan[]): number {
  const last = monitor.last_check_time ?? monitor.created_at;
  const from = last > to ? Math.max(monitor.created_at, to - monitor.check_interval_seconds * 1000) : last;
  return observedSeconds(monitor, { from, to }, excluded);
}
