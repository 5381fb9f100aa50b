import type { Tone } from './tone.ts';

/** A label with its tone, as a badge shows it. */
export interface StateBadge {
  label: string;
  tone: Tone;
}

/** The URL badge of a check: 200 = UP, 500 or above = DOWN, no code = ERROR, any other code its number. */
export function urlStateBadge(statusCode: number | null): StateBadge {
  if (statusCode === null) return { label: 'ERROR', tone: 'down' };
  if (statusCode === 200) return { label: 'UP', tone: 'up' };
  if (statusCode >= 500) return { label: 'DOWN', tone: 'down' };
  return { label: String(statusCode), tone: statusCode >= 400 ? 'down' : 'warn' };
}

/** History rows: 200 green, 400 or above red, other codes yellow, no code grey. */
export function historyTone(statusCode: number | null): Tone {
  if (statusCode === null) return 'none';
  if (statusCode === 200) return 'up';
  return statusCode >= 400 ? 'down' : 'warn';
}

/** The SLOW badge shows when the response time exceeds the threshold. Both in seconds. */
export const isSlow = (responseTime: number | null, threshold: number): boolean =>
  responseTime !== null && responseTime > threshold;

/**
 * Returns whether a check was slow: its target was up and took longer than the threshold. A target that is down says nothing of
 * its speed. Times in seconds. A monitor is slow for alerts and public pages after several such checks in a row.
 */
export const isSlowCheck = (check: { is_up: boolean; response_time: number | null }, threshold: number): boolean =>
  check.is_up && isSlow(check.response_time, threshold);

/** Dashboard status-code breakdown: 200 green, timeout red, others yellow. */
export function breakdownTone(code: string): Tone {
  if (code === '200') return 'up';
  return code === 'timeout' ? 'down' : 'warn';
}

/** A status code of the breakdown as people read it: 'timeout' on the wire stands for every check without an answer. */
export const breakdownLabel = (code: string): string => (code === 'timeout' ? 'no answer' : code);

/** Whether a page is up without its metadata, or not as search engines should find it: what its check then says is why. */
export const lacksMetadata = (check: {
  is_up: boolean;
  metadata_found: boolean | null;
  error_message: string | null;
}): boolean => check.is_up && (check.metadata_found === false || check.error_message !== null);
