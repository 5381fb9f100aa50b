import { systemClock } from '../../clock.ts';
import type { ProbeOutcome, ProbeTarget } from '../../monitoring/check.ts';
import { createDialer } from '../../monitoring/dialer.ts';
import { createPinger } from '../../monitoring/icmp/pinger.ts';
import { createLoopWatch } from '../../monitoring/loop-watch.ts';
import { probeUnderDeadline } from '../../monitoring/probe-under-deadline.ts';
import { probeTarget } from '../../monitoring/probes/registry.ts';
import { createTurns } from '../../monitoring/turns.ts';

/** Probes targets as the program does, with the resolver and the routes of the host. For processes that end by `exit`. */
export function createTargetCheck(): (target: ProbeTarget, seconds: number) => Promise<ProbeOutcome> {
  const clock = systemClock;
  const pinger = createPinger({ clock });
  const tools = {
    ...{ clock, pinger, dialer: createDialer(), loopWatch: createLoopWatch(clock) },
    turns: createTurns(clock),
    probe: probeTarget,
  };
  return (target, seconds) => probeUnderDeadline(target, seconds, tools, new AbortController());
}

/** Writes the answer to standard output, and ends. */
export const answerAndExit = (answer: unknown): void =>
  void process.stdout.write(JSON.stringify(answer), () => process.exit(0));
