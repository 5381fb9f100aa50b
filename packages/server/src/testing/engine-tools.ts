import type { Clock } from '../base/clock.ts';
import { createCheckCommands } from '../checks/commands/check-commands.ts';
import { createEvaluator } from '../checks/probe/assertions/evaluator.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { createPinger } from '../checks/probe/icmp/pinger.ts';
import { createTimeSlices } from '../checks/probe/time-slices.ts';

/** What checks need besides their probe. */
export const engineTools = (clock: Clock) => ({
  clock,
  dialer: createDialer(),
  pinger: createPinger({ clock }),
  timeSlices: createTimeSlices(clock),
  evaluator: createEvaluator(clock),
  commands: createCheckCommands(),
  ownName: null,
  stallDetector: { stalledSince: () => 0, stalls: 0, stop: () => undefined },
});
