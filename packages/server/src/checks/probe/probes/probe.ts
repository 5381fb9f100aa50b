import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { Clock } from '../../../base/clock.ts';
import type { ProbeOutcome, TargetOf } from '../../../base/domain/check.ts';
import type { Judging } from '../assertions/judging.ts';
import type { Dialer } from '../dialing/dialer.ts';
import type { Pinger } from '../icmp/pinger.ts';
import type { TimeSlices } from '../time-slices.ts';
import type { Trace } from '../tracing/trace.ts';

/** Tools of a probe. */
export interface ProbeContext {
  clock: Clock;
  dialer: Dialer;
  pinger: Pinger;
  timeSlices: TimeSlices;
  judging: Judging;
  /** The time-out of the monitor, seconds. */
  timeout_seconds: number;
  /** When the check must have ended, milliseconds of `clock.monotonic()`. */
  deadline: number;
  /** Aborted at the deadline, or when nobody wants the outcome any more. Then every socket must be closed. */
  signal: AbortSignal;
  /** Says what is being done, so that a time-out can name it: 'reading the body'. */
  step(what: string): void;
  /** Ends the time-out of the check: what follows is work of this host, which has limits of its own. */
  endDeadline(): void;
  /** Follows where the time goes, and what is seen. */
  trace: Trace;
}

/**
 * Probes one target. Expected failures are returned, not thrown. What it returns after an abort is dropped: the reason of
 * the abort is the outcome then.
 */
export type Probe<Kind extends MonitorKind> = (target: TargetOf<Kind>, context: ProbeContext) => Promise<ProbeOutcome>;
