import type { CheckFault, FinishedCheck } from '../../base/domain/check.ts';
import type { FaultedCheck, FromThread } from './thread/thread-messages.ts';

/**
 * In milliseconds. At 100 checks a second, a delay of 25 costs 0.18 ms more CPU per check, for waking two threads
 * (lab/bench/checks.ts). The recorder collects for longer anyway.
 */
const waitAtMost = 100;

export type ResultBatch = ReturnType<typeof createResultBatch>;

/** Collects results, so that 1,000 checks a second wake the main thread 10 times instead of 1,000. */
export function createResultBatch(post: (message: FromThread) => void) {
  let finished: FinishedCheck[] = [];
  let faulted: FaultedCheck[] = [];
  let timer: NodeJS.Timeout | null = null;
  let total = 0;

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (finished.length + faulted.length === 0) return;
    post({ type: 'results', finished, faulted });
    finished = [];
    faulted = [];
  };
  return {
    add(monitor_id: number, result: FinishedCheck | CheckFault): void {
      if ('fault' in result) {
        faulted.push({ monitor_id, ...result });
      } else {
        finished.push(result);
        total += 1;
      }
      timer ??= setTimeout(flush, waitAtMost);
    },
    /** Passes on the collected results at once. */
    flush,
    /** Number of checks added so far, without faults. */
    get total(): number {
      return total;
    },
  };
}
