import type { WatchedMonitor } from '../../../base/domain/check.ts';
import type { CheckResult } from '../run-check.ts';

/** Changes of this host's uplink. Times in milliseconds since the epoch. */
export type UplinkNews =
  /** No answer since then: unanswered checks are faults from now on. */
  | { state: 'offline'; since: number }
  /** `monitor_ids`: monitors with at least one check that was not judged. */
  | { state: 'over'; since: number; ended: number; monitor_ids: number[] }
  /** A reference answered in the daily test. */
  | { state: 'answered'; at: number };

/** A check that ended. `began`: milliseconds of the monotonic clock. */
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
