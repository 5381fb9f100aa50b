export interface Check {
  is_up: boolean;
  checked_at: string;
  error_message: string | null;
}

/** The check of an alert may be stored a moment after it. */
const toleranceMs = 1_000;

/**
 * The check with which an outage began: the first of those that failed in a row up to its alert. Null where the checks that
 * are known do not reach back to one that was up.
 */
export function firstFailedCheck(newestFirst: readonly Check[], alertAt: number): Check | null {
  const before = newestFirst.filter(({ checked_at }) => Date.parse(checked_at) <= alertAt + toleranceMs);
  const up = before.findIndex(({ is_up }) => is_up);
  return up <= 0 ? null : (before[up - 1] ?? null);
}
