import type { LastFault } from '../contract/checks.ts';

interface FaultedMonitor {
  enabled: boolean;
  last_check_time: string | null;
  last_fault?: LastFault | null | undefined;
}

/**
 * Why a monitor cannot be checked at the moment, for a reason on our side; null when it can: it was checked since, or is
 * disabled.
 */
export function faultSentence({ enabled, last_check_time, last_fault }: FaultedMonitor): string | null {
  if (!enabled || !last_fault) return null;
  // Both are ISO 8601 in UTC to the millisecond, so that their order as text is that of time.
  if (last_check_time !== null && last_check_time >= last_fault.at) return null;
  return `cannot be checked: ${last_fault.message}`;
}
