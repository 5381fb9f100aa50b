import type {
  CheckFault,
  FinishedCheck,
  ProbeOutcome,
  ProbeTarget,
  TargetOf,
  WatchedMonitor,
} from '../../../base/domain/check.ts';
import type { RunnableCommand } from '../../commands/configured-commands.ts';
import type { LatenessSummary } from '../../schedule/lateness.ts';
import type { ReferenceTarget } from '../offline/references.ts';
import type { UplinkNews } from '../offline/uplink-news.ts';

/** A scheduled check that a fault of this machine prevented. */
export interface FaultedCheck extends CheckFault {
  monitor_id: number;
}

/** Counters of one probe thread since its start. */
export interface ThreadStats extends LatenessSummary {
  watched: number;
  running: number;
  stalls: number;
  /** Delay of the longest overdue check, in milliseconds. */
  overdue_ms: number;
}

/** Limits for the checks that the probe thread starts on schedule. */
export interface Allowed {
  /** No start after this time, in milliseconds of the monotonic clock. */
  until: number;
  /** No start after this many results were passed on since the thread's start. */
  results: number;
}

export const unlimited: Allowed = { until: Number.POSITIVE_INFINITY, results: Number.POSITIVE_INFINITY };

/** Messages to the probe thread. The answer repeats the ticket. */
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
  | { type: 'commands'; commands: readonly RunnableCommand[] }
  | { type: 'pause' }
  | { type: 'resume' };

export type FromThread =
  | { type: 'ready' }
  | { type: 'results'; finished: FinishedCheck[]; faulted: FaultedCheck[] }
  /** These are no longer watched, and all their results were passed on. */
  | { type: 'given-up'; ticket: number; ids: number[] }
  | { type: 'checked'; ticket: number; result: FinishedCheck | CheckFault }
  | { type: 'probed'; ticket: number; outcome: ProbeOutcome }
  | { type: 'browser-probe'; ticket: number; target: TargetOf<'URL'>; timeout_seconds: number }
  | { type: 'browser-abort'; ticket: number }
  /** After `pause`: no check runs, and all results were passed on. */
  | { type: 'idle' }
  | { type: 'uplink'; news: UplinkNews }
  | { type: 'stats'; stats: ThreadStats };

export interface ThreadData {
  has_browser: boolean;
  /** A name that always resolves, or null. */
  dns_reference_name: string | null;
  /** The name by which probes introduce this server, or null. */
  own_name: string | null;
}
