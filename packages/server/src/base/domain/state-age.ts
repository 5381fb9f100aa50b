import { defaults } from '@upvigil/core/defaults';
import type { FaultSeries } from './last-fault.ts';

/** Times of a monitor's checks, in milliseconds since the epoch. */
export interface CheckTimes {
  check_interval_seconds: number;
  created_at: number;
  last_check_time: number | null;
  /** As stored with the last check, or by a later edit. */
  next_due_at: number | null;
  /** The faults since the last check. */
  faults: Pick<FaultSeries, 'last_at' | 'observed_ms'> | null;
}

export interface StateAge {
  /** Time of the last observation. */
  since: number;
  /**
   * Public pages show no recent data: no observation for minutes, or, if attempts fail by our fault, for a shorter
   * time.
   */
  lacksRecentData: boolean;
  /** Rows, the dashboard and metrics show it as not checked. */
  isNotChecked: boolean;
  /** Raises the notice: only faults were observed for long, or no attempt was made for long although Upvigil ran. */
  raisesNotice: boolean;
  /** Keeps the notice open. */
  keepsNotice: boolean;
}

const { intervals, leastSeconds, leastFaultySeconds, longIntervals, longSeconds } = defaults.notChecked;

/**
 * Age of an enabled monitor's state. `presentSince`: start of the time in which this installation could have checked
 * it; earlier time does not count.
 */
export function stateAge(times: CheckTimes, now: number, presentSince: number): StateAge {
  const interval = times.check_interval_seconds * 1000;
  const since = observedAt(times, interval, now);
  const countsFrom = Math.max(since, presentSince);
  // A fault in the future was stored before the clock was set back.
  const faults = times.faults && times.faults.last_at > countsFrom && times.faults.last_at <= now ? times.faults : null;
  const faultyFor = faults?.observed_ms ?? 0;
  const uncheckedFor = Math.max(now - countsFrom, faultyFor);
  const untriedFor = now - Math.max(countsFrom, faults?.last_at ?? 0);
  const longest = Math.max(longIntervals * interval, longSeconds * 1000);
  const isNotChecked = uncheckedFor >= Math.max(intervals * interval, leastSeconds * 1000);
  return {
    since,
    lacksRecentData:
      isNotChecked || (faults !== null && uncheckedFor >= Math.max(intervals * interval, leastFaultySeconds * 1000)),
    isNotChecked,
    raisesNotice: Math.max(faultyFor, untriedFor) >= longest,
    keepsNotice: uncheckedFor >= longest,
  };
}

/**
 * Time of the last check, or of a later edit that enabled the monitor or changed its target. Such a monitor is due at
 * the edit, not an interval later.
 */
function observedAt({ created_at, last_check_time, next_due_at }: CheckTimes, interval: number, now: number): number {
  const seen = last_check_time ?? created_at;
  const isEdited = next_due_at !== null && next_due_at > seen + 1.5 * interval && next_due_at <= now;
  return isEdited ? next_due_at : seen;
}
