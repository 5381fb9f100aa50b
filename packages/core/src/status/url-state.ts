import type { Tone } from './tone.ts';

export interface StateBadge {
  label: string;
  tone: Tone;
}

/** 200 = UP, 500 or above = DOWN, no code = ERROR, any other code its number. */
export function urlStateBadge(statusCode: number | null): StateBadge {
  if (statusCode === null) return { label: 'ERROR', tone: 'down' };
  if (statusCode === 200) return { label: 'UP', tone: 'up' };
  if (statusCode >= 500) return { label: 'DOWN', tone: 'down' };
  return { label: String(statusCode), tone: statusCode >= 400 ? 'down' : 'warn' };
}

/** 200 green, 400 or above red, other codes yellow, no code grey. */
export function historyTone(statusCode: number | null): Tone {
  if (statusCode === null) return 'none';
  if (statusCode === 200) return 'up';
  return statusCode >= 400 ? 'down' : 'warn';
}

/** Whether to show the SLOW badge. Both in seconds. */
export const isSlow = (responseTime: number | null, threshold: number): boolean =>
  responseTime !== null && responseTime > threshold;

/**
 * Whether a check was slow: up, and longer than the threshold. The speed of a failed check is meaningless. Times in
 * seconds. Alerts and public pages need several such checks in a row.
 */
export const isSlowCheck = (check: { is_up: boolean; response_time: number | null }, threshold: number): boolean =>
  check.is_up && isSlow(check.response_time, threshold);

/** 200 green, timeout red, others yellow. */
export function breakdownTone(code: string): Tone {
  if (code === '200') return 'up';
  return code === 'timeout' ? 'down' : 'warn';
}

/** Label of a status code. On the wire, 'timeout' stands for every check without an answer. */
export const breakdownLabel = (code: string): string => (code === 'timeout' ? 'no answer' : code);

/**
 * Whether a page is up but lacks its metadata or violates its search rules; the check's message then has the reason.
 */
export const lacksMetadata = (check: {
  is_up: boolean;
  metadata_found: boolean | null;
  error_message: string | null;
}): boolean => check.is_up && (check.metadata_found === false || check.error_message !== null);
