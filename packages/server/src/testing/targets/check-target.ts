import { systemClock } from '../../base/clock.ts';
import type { ProbeOutcome, ProbeTarget } from '../../base/domain/check.ts';
import { createCheckCommands } from '../../checks/commands/check-commands.ts';
import { createEvaluator } from '../../checks/probe/assertions/evaluator.ts';
import { createDialer } from '../../checks/probe/dialing/dialer.ts';
import { createStallDetector } from '../../checks/probe/event-loop-stalls.ts';
import { createPinger } from '../../checks/probe/icmp/pinger.ts';
import { probeUnderDeadline } from '../../checks/probe/probe-under-deadline.ts';
import { probeTarget } from '../../checks/probe/probes/registry.ts';
import { createTimeSlices } from '../../checks/probe/time-slices.ts';

/** Probes targets like the program, with the host's resolver and routes. For processes that end with `exit`. */
export function createTargetCheck(): (target: ProbeTarget, seconds: number) => Promise<ProbeOutcome> {
  const clock = systemClock;
  const pinger = createPinger({ clock });
  const tools = {
    clock,
    pinger,
    dialer: createDialer(),
    stallDetector: createStallDetector(clock),
    timeSlices: createTimeSlices(clock),
    evaluator: createEvaluator(clock),
    commands: createCheckCommands(),
    ownName: null,
    probe: probeTarget,
  };
  return (target, seconds) => probeUnderDeadline(target, seconds, tools, new AbortController());
}

/** Writes the answer to standard output and exits. */
export const answerAndExit = (answer: unknown): void =>
  void process.stdout.write(JSON.stringify(answer), () => process.exit(0));
