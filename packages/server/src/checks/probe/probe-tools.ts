import type { ProbeOutcome, ProbeTarget } from '../../base/domain/check.ts';
import type { StallDetector } from './event-loop-stalls.ts';
import type { ProbeContext, SharedTools } from './probes/probe.ts';

/** Dependencies of probes that belong to their thread. */
export interface ProbeTools extends SharedTools {
  stallDetector: StallDetector;
  /** The probe of the target's kind; see probes/registry.ts. */
  probe(target: ProbeTarget, context: ProbeContext): Promise<ProbeOutcome>;
}
