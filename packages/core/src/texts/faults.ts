import type { LastFault, NotChecked } from '../contract/checks.ts';

interface FaultedMonitor {
  enabled: boolean;
  last_check_time: string | null;
  last_fault?: LastFault | null | undefined;
  not_checked?: NotChecked | undefined;
  /** The monitor is not checked until its secrets are entered again. */
  secrets_missing?: boolean | undefined;
}

/** The reason for a monitor whose secret cannot be decrypted. */
export const secretMissing =
  'a secret of its request is encrypted with the key of another installation: enter it again, or set SECRET_KEY to that key';

/** 'Not checked since 12:04: the proxy cannot be reached'. `timeText`: formats an ISO 8601 time. */
export const notCheckedSentence = ({ since, reason }: NotChecked, timeText: (time: string) => string): string =>
  `Not checked since ${timeText(since)}: ${reason}`;

/** '2 services are not checked'. */
export const notCheckedHeadline = (total: number): string =>
  total === 1 ? '1 service is not checked' : `${total} services are not checked`;

/**
 * The reason why a fault of this machine prevents checks of a monitor; null if it was checked since, or is disabled.
 */
export function faultSentence(
  monitor: FaultedMonitor,
  timeText: (time: string) => string = (time) => time,
): string | null {
  const { enabled, last_check_time, last_fault, not_checked, secrets_missing } = monitor;
  if (!enabled) return null;
  if (not_checked) return notCheckedSentence(not_checked, timeText);
  if (secrets_missing) return cannotBeChecked(secretMissing);
  if (!last_fault) return null;
  // Both are ISO 8601 in UTC with milliseconds, so text order is time order.
  if (last_check_time !== null && last_check_time >= last_fault.at) return null;
  return cannotBeChecked(last_fault.message);
}

const cannotBeChecked = (reason: string): string => `cannot be checked: ${reason}`;

const testNotMade = 'The test could not be made: ';

/** Result of a test that failed because of a fault of this machine. */
export const testFaultSentence = (reason: string): string => testNotMade + reason;

export const isTestFault = (message: string): boolean => message.startsWith(testNotMade);
