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

/** Running checks, at most one for each monitor. */
export function createRunningChecks(tools: ProbeTools, detector: Pick<OfflineDetector, 'settle'>) {
  const running = new Map<number, Running>();

  const runToEnd = async (
    monitor: WatchedMonitor,
    check: Running,
    onEnd: (result: CheckResult | null) => void,
  ): Promise<void> => {
    const began = tools.clock.monotonic();
    const found = await runCheck(monitor, tools, check.controller).catch((error) => fault('internal', String(error)));
    const settled = detector.settle({ monitor, result: found, began, wait: check });
    // Awaiting costs one more event loop iteration, so only a result that waits is a promise.
    const result = settled instanceof Promise ? await settled : settled;
    const isWanted = running.get(monitor.id) === check;
    if (isWanted) running.delete(monitor.id);
    onEnd(isWanted ? result : null);
  };

  return {
    /**
     * Runs a check. `onEnd` is called before `whenFree` continues: with the result, or with null if the check was
     * dropped.
     */
    run(monitor: WatchedMonitor, onEnd: (result: CheckResult | null) => void): void {
      const check: Running = { controller: new AbortController(), giveUp: null, ended: Promise.resolve() };
      running.set(monitor.id, check);
      check.ended = runToEnd(monitor, check, onEnd);
    },
    /** Calls `start` as soon as no check of the monitor runs, before any other caller can start one. */
    async whenFree(id: number, start: () => void): Promise<void> {
      for (let check = running.get(id); check; check = running.get(id)) await check.ended;
      start();
    },
    /** Cancels a check whose result is not needed any more. */
    drop(id: number): void {
      const check = running.get(id);
      running.delete(id);
      if (check) end(check, dropped);
    },
    /** Resolves when none runs. After `graceMilliseconds`, ends those that do with `outcome`. */
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

/**
 * Ends a running check or a waiting result. A waiting one must be settled through `giveUp`, because its deadline has
 * aborted the controller already.
 */
function end({ controller, giveUp }: Running, outcome: Fault): void {
  controller.abort(outcome);
  giveUp?.(outcome);
}
