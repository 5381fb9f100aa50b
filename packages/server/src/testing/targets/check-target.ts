import { systemClock } from '../../clock.ts';
import type { ProbeOutcome, ProbeTarget } from '../../domain/check.ts';
import { createJudging } from '../../probing/assertions/judging.ts';
import { createDialer } from '../../probing/dialing/dialer.ts';
import { createStallDetector } from '../../probing/event-loop-stalls.ts';
import { createPinger } from '../../probing/icmp/pinger.ts';
import { probeUnderDeadline } from '../../probing/probe-under-deadline.ts';
import { probeTarget } from '../../probing/probes/registry.ts';
import { createTurns } from '../../probing/turns.ts';

/** Probes targets as the program does, with the resolver and the routes of the host. For processes that end by `exit`. */
export function createTargetCheck(): (target: ProbeTarget, seconds: number) => Promise<ProbeOutcome> {
  const clock = systemClock;
  const pinger = createPinger({ clock });
  const tools = {
    ...{ clock, pinger, dialer: createDialer(), stallDetector: createStallDetector(clock) },
    turns: createTurns(clock),
    judging: createJudging(clock),
    probe: probeTarget,
  };
  return (target, seconds) => probeUnderDeadline(target, seconds, tools, new AbortController());
}

/** Writes the answer to standard output, and ends. */
export const answerAndExit = (answer: unknown): void =>
  void process.stdout.write(JSON.stringify(answer), () => process.exit(0));
