import { defaults } from '@upvigil/core/defaults';

/** When a monitor was checked. Times in milliseconds since the epoch. */
export interface CheckTimes {
  check_interval_seconds: number;
  created_at: number;
  last_check_time: number | null;
  /** As it was stored with the last check, or by an edit after it. */
  next_due_at: number | null;
  /** When a check could last not be made for a reason on our side. */
  last_fault_at: number | null;
}

export interface StateAge {
  /** Since when nothing was observed. */
  since: number;
  /** The last attempts were faults of ours, or none was made for minutes: what was seen before is no recent data. */
  lacksRecentData: boolean;
  /** Rows, the dashboard and metrics say that it is not checked. */
  isNotChecked: boolean;
  /** People are notified. */
  isLong: boolean;
}

const { intervals, leastSeconds, leastFaultySeconds, longIntervals, longSeconds } = defaults.notChecked;

/**
 * How old the state of an enabled monitor is. `presentSince`: since when this installation could have checked it; its own absence
 * makes no state old.
 */
export function stateAge(times: CheckTimes, now: number, presentSince: number): StateAge {
  const interval = times.check_interval_seconds * 1000;
  const since = observedAt(times, interval, now);
  const age = now - Math.max(since, presentSince);
  const isFaulty = times.last_fault_at !== null && times.last_fault_at > Math.max(since, presentSince);
  const isNotChecked = age >= Math.max(intervals * interval, leastSeconds * 1000);
  return {
    since,
    lacksRecentData: isNotChecked || (isFaulty && age >= Math.max(intervals * interval, leastFaultySeconds * 1000)),
    isNotChecked,
    isLong: age >= Math.max(longIntervals * interval, longSeconds * 1000),
  };
}

/** By the last check, or by the edit that enabled it or gave it another target: it is due then, and not an interval later. */
function observedAt({ created_at, last_check_time, next_due_at }: CheckTimes, interval: number, now: number): number {
  const seen = last_check_time ?? created_at;
  const isEdited = next_due_at !== null && next_due_at > seen + 1.5 * interval && next_due_at <= now;
  return isEdited ? next_due_at : seen;
}
