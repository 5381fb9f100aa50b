import type { WatchedMonitor } from '../../../base/domain/check.ts';
import type { CheckResult } from '../run-check.ts';

/** State changes of this host's uplink. Times in milliseconds since the epoch. */
export type UplinkNews =
  /** No answers since `since`: unanswered checks are faults from now on. */
  | { state: 'offline'; since: number }
  /** `monitor_ids`: monitors with at least one check that became a fault. */
  | { state: 'over'; since: number; ended: number; monitor_ids: number[] }
  /** A reference answered in the daily test. */
  | { state: 'answered'; at: number };

/** `began`: milliseconds of the monotonic clock. */
export interface EndedCheck {
  monitor: Pick<WatchedMonitor, 'id' | 'target'>;
  result: CheckResult;
  began: number;
  wait: Wait;
}

/** A result that may have to wait. `giveUp` settles it with another one. */
export interface Wait {
  giveUp: ((instead: CheckResult) => void) | null;
}
