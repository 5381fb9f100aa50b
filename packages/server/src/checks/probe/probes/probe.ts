import type { ProbedKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { Clock } from '../../../base/clock.ts';
import type { ProbeOutcome, TargetOf } from '../../../base/domain/check.ts';
import type { CheckCommands } from '../../commands/check-commands.ts';
import type { Evaluator } from '../assertions/evaluator.ts';
import type { Dialer } from '../dialing/dialer.ts';
import type { Pinger } from '../icmp/pinger.ts';
import type { TimeSlices } from '../time-slices.ts';
import type { Trace } from '../tracing/trace.ts';

/** Dependencies of probes, which all probes of a thread share. */
export interface SharedTools {
  clock: Clock;
  dialer: Dialer;
  pinger: Pinger;
  timeSlices: TimeSlices;
  evaluator: Evaluator;
  commands: CheckCommands;
  /** The name by which probes introduce this server; null: the address of the connection. */
  ownName: string | null;
}

export interface ProbeContext extends SharedTools {
  /** Timeout of the monitor in seconds. */
  timeout_seconds: number;
  /** End of the check, in milliseconds of `clock.monotonic()`. */
  deadline: number;
  /** Aborted at the deadline, or when the outcome is not needed any more. The probe must then close every socket. */
  signal: AbortSignal;
  /**
   * Sets the current step, which a timeout names: 'reading the body'. A target that answers but does not send what the
   * monitor waits for has `missing`, 'no message on "x"': the reason is then 'no message on "x" within 10 s'.
   */
  step(what: string, missing?: string): void;
  /** Ends the check's timeout: the rest is work of this host, which has its own limits. */
  endDeadline(): void;
  /** Records phases and the response. */
  trace: Trace;
}

/**
 * Probes one target. Returns expected failures instead of throwing. After an abort its result is dropped: the reason of
 * the abort becomes the outcome.
 */
export type Probe<Kind extends ProbedKind> = (target: TargetOf<Kind>, context: ProbeContext) => Promise<ProbeOutcome>;
