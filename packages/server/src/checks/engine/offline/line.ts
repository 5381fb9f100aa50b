import type { WatchedMonitor } from '../../../base/domain/check.ts';
import type { CheckResult } from '../run-check.ts';

/** What is told of our line. Times in milliseconds since the epoch. */
export type LineNews =
  /** No answer since then; unanswered checks are faults from now on. */
  | { state: 'offline'; since: number }
  /** It was so until now. `monitor_ids`: of these at least one check was not judged. */
  | { state: 'over'; since: number; ended: number; monitor_ids: number[] }
  /** A reference answered when all were asked by the day. */
  | { state: 'answered'; at: number };

/** A check that ended: what it came to, and when it began, milliseconds of the monotonic clock. */
export interface EndedCheck {
  monitor: Pick<WatchedMonitor, 'id' | 'target'>;
  result: CheckResult;
  began: number;
  wait: Wait;
}

/** A result that may have to wait, and how it is given up: with what comes in its place. */
export interface Wait {
  giveUp: ((instead: CheckResult) => void) | null;
}
