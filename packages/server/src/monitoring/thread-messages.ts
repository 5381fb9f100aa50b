import type { CheckFault, FinishedCheck, ProbeOutcome, ProbeTarget, TargetOf, WatchedMonitor } from './check.ts';
import type { LatenessSummary } from './lateness.ts';

/** A scheduled check that could not be made for a reason on our side. */
export interface FaultedCheck extends CheckFault {
  monitor_id: number;
}

/** Counters of one probe thread since it was started. */
export interface ThreadStats extends LatenessSummary {
  watched: number;
  running: number;
  stalls: number;
}

/** What the main thread tells the probe thread. A ticket comes back with the answer. */
export type ToThread =
  | { type: 'watch'; monitors: readonly WatchedMonitor[] }
  | { type: 'forget'; ids: readonly number[] }
  | { type: 'check'; ticket: number; monitor: WatchedMonitor }
  | { type: 'probe'; ticket: number; target: ProbeTarget; timeout_seconds: number }
  | { type: 'browser-outcome'; ticket: number; outcome: ProbeOutcome }
  /** No check may be started after `at`, milliseconds of the monotonic clock. */
  | { type: 'allow-until'; at: number }
  | { type: 'pause' }
  | { type: 'resume' };

/** What the probe thread tells the main thread. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'results'; finished: FinishedCheck[]; faulted: FaultedCheck[] }
  | { type: 'checked'; ticket: number; result: FinishedCheck | CheckFault }
  | { type: 'probed'; ticket: number; outcome: ProbeOutcome }
  | { type: 'browser-probe'; ticket: number; target: TargetOf<'URL'>; timeout_seconds: number }
  | { type: 'browser-abort'; ticket: number }
  /** After `pause`: no check runs any more, and all results were handed over. */
  | { type: 'idle' }
  | { type: 'stats'; stats: ThreadStats };

/** What the thread is started with. */
export interface ThreadData {
  has_browser: boolean;
}
