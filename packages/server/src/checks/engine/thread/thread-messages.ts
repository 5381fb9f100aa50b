import type {
  CheckFault,
  FinishedCheck,
  ProbeOutcome,
  ProbeTarget,
  TargetOf,
  WatchedMonitor,
} from '../../../base/domain/check.ts';
import type { LatenessSummary } from '../../schedule/lateness.ts';
import type { ReferenceTarget } from '../offline/references.ts';
import type { UplinkNews } from '../offline/uplink-news.ts';

/** A scheduled check that could not be made for a reason on our side. */
export interface FaultedCheck extends CheckFault {
  monitor_id: number;
}

/** Counters of one probe thread since it was started. */
export interface ThreadStats extends LatenessSummary {
  watched: number;
  running: number;
  stalls: number;
  /** How long the check that is due longest waits to be started, milliseconds. */
  overdue_ms: number;
}

/** Limits of the checks that the probe thread starts by itself. */
export interface Allowed {
  /** Checks start until that moment, milliseconds of the monotonic clock. */
  until: number;
  /** Checks start until the thread has handed over so many results, counted from its start. */
  results: number;
}

export const unlimited: Allowed = { until: Number.POSITIVE_INFINITY, results: Number.POSITIVE_INFINITY };

/** Messages to the probe thread. A ticket comes back with the answer. */
export type ToThread =
  | { type: 'watch'; monitors: readonly WatchedMonitor[] }
  | { type: 'forget'; ids: readonly number[] }
  | { type: 'give-up'; ticket: number; count: number; notice_ms: number }
  | { type: 'check'; ticket: number; monitor: WatchedMonitor }
  | { type: 'probe'; ticket: number; target: ProbeTarget; timeout_seconds: number }
  | { type: 'browser-outcome'; ticket: number; outcome: ProbeOutcome }
  | { type: 'allow'; allowed: Partial<Allowed> }
  /** Hosts that show whether Upvigil is online. */
  | { type: 'references'; targets: readonly ReferenceTarget[] }
  | { type: 'pause' }
  | { type: 'resume' };

/** Messages from the probe thread. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'results'; finished: FinishedCheck[]; faulted: FaultedCheck[] }
  /** These are not watched any more, and all their results were handed over. */
  | { type: 'given-up'; ticket: number; ids: number[] }
  | { type: 'checked'; ticket: number; result: FinishedCheck | CheckFault }
  | { type: 'probed'; ticket: number; outcome: ProbeOutcome }
  | { type: 'browser-probe'; ticket: number; target: TargetOf<'URL'>; timeout_seconds: number }
  | { type: 'browser-abort'; ticket: number }
  /** After `pause`: no check runs any more, and all results were handed over. */
  | { type: 'idle' }
  | { type: 'uplink'; news: UplinkNews }
  | { type: 'stats'; stats: ThreadStats };

export interface ThreadData {
  has_browser: boolean;
  /** A name that always resolves, or null. */
  dns_reference_name: string | null;
}
