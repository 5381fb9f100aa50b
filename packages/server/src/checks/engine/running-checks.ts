import type { ProbeOutcome, WatchedMonitor } from '../../base/domain/check.ts';
import { fault } from '../probe/faults.ts';
import type { ProbeTools } from '../probe/probe-tools.ts';
import type { OfflineDetector } from './offline/offline-detector.ts';
import type { Wait } from './offline/uplink-news.ts';
import { type CheckResult, runCheck } from './run-check.ts';

type Fault = Extract<ProbeOutcome, { outcome: 'fault' }>;

interface Running extends Wait {
  controller: AbortController;
  ended: Promise<void>;
}

const dropped = fault('shutting-down', 'the monitor was edited or removed while it was checked');

export type RunningChecks = ReturnType<typeof createRunningChecks>;

/** The checks that run now, at most one for each monitor. */
export function createRunningChecks(tools: ProbeTools, detector: Pick<OfflineDetector, 'judged'>) {
  const running = new Map<number, Running>();

  const runToEnd = async (
    monitor: WatchedMonitor,
    check: Running,
    onEnd: (result: CheckResult | null) => void,
  ): Promise<void> => {
    const began = tools.clock.monotonic();
    const found = await runCheck(monitor, tools, check.controller).catch((error) => fault('internal', String(error)));
    const judged = detector.judged({ monitor, result: found, began, wait: check });
    // A promise costs one more event loop iteration: only a result that waits is one.
    const result = judged instanceof Promise ? await judged : judged;
    const isWanted = running.get(monitor.id) === check;
    if (isWanted) running.delete(monitor.id);
    onEnd(isWanted ? result : null);
  };

  return {
    /** Runs a check. `onEnd` is called with the result before `whenFree` goes on, and with null when the check was dropped. */
    run(monitor: WatchedMonitor, onEnd: (result: CheckResult | null) => void): void {
      const check: Running = { controller: new AbortController(), giveUp: null, ended: Promise.resolve() };
      running.set(monitor.id, check);
      check.ended = runToEnd(monitor, check, onEnd);
    },
    /** Calls `start` as soon as no check of the monitor runs, before anyone else could start one. */
    async whenFree(id: number, start: () => void): Promise<void> {
      for (let check = running.get(id); check; check = running.get(id)) await check.ended;
      start();
    },
    /** Ends a check whose result nobody wants. */
    drop(id: number): void {
      const check = running.get(id);
      running.delete(id);
      if (check) end(check, dropped);
    },
    /** Resolves when none runs. After `graceMilliseconds` those that do are ended with `outcome`. */
    async settle(graceMilliseconds: number, outcome: Fault): Promise<void> {
      const timer = setTimeout(() => {
        for (const check of running.values()) end(check, outcome);
      }, graceMilliseconds);
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended));
      clearTimeout(timer);
    },
    get size(): number {
      return running.size;
    },
  };
}

/** Ends a check that runs, or whose result waits: a deadline that passed has aborted that one already. */
function end({ controller, giveUp }: Running, outcome: Fault): void {
  controller.abort(outcome);
  giveUp?.(outcome);
}
