export interface Check {
  is_up: boolean;
  checked_at: string;
  error_message: string | null;
}

/** The check may be stored up to this long after its alert. */
const toleranceMs = 1_000;

/**
 * Check with which an outage began: the first of the consecutive failures before its alert. Null if the loaded checks
 * do not reach back to a successful one.
 */
export function firstFailedCheck(newestFirst: readonly Check[], alertAt: number): Check | null {
  const before = newestFirst.filter(({ checked_at }) => Date.parse(checked_at) <= alertAt + toleranceMs);
  const up = before.findIndex(({ is_up }) => is_up);
  return up <= 0 ? null : (before[up - 1] ?? null);
}
