import type { Clock } from '../../base/clock.ts';
import type { ProbeOutcome, ProbeTarget } from '../../base/domain/check.ts';
import type { CheckCommands } from '../commands/check-commands.ts';
import type { Evaluator } from './assertions/evaluator.ts';
import type { Dialer } from './dialing/dialer.ts';
import type { StallDetector } from './event-loop-stalls.ts';
import type { Pinger } from './icmp/pinger.ts';
import type { ProbeContext } from './probes/probe.ts';
import type { TimeSlices } from './time-slices.ts';

/** Dependencies of probes that belong to their thread. */
export interface ProbeTools {
  clock: Clock;
  dialer: Dialer;
  pinger: Pinger;
  timeSlices: TimeSlices;
  evaluator: Evaluator;
  commands: CheckCommands;
  /** The name by which probes introduce this server; null: the address of the connection. */
  ownName: string | null;
  stallDetector: StallDetector;
  /** The probe of the target's kind; see probes/registry.ts. */
  probe(target: ProbeTarget, context: ProbeContext): Promise<ProbeOutcome>;
}
