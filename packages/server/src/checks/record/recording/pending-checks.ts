import type { FinishedCheck } from '../../../base/domain/check.ts';
import type { RecordedCheck } from './recorded-check.ts';

interface Waiter {
  resolve(recorded: RecordedCheck | null): void;
  reject(error: unknown): void;
}

export type PendingChecks = ReturnType<typeof createPendingChecks>;

/** Checks to be written, in order of arrival, with callers who wait for them. */
export function createPendingChecks(most: number) {
  const waiters = new Map<FinishedCheck, Waiter>();
  let queue: FinishedCheck[] = [];
  let lost = 0;

  const settleOne = (check: FinishedCheck, how: (waiter: Waiter) => void): void => {
    const waiter = waiters.get(check);
    if (!waiter) return;
    waiters.delete(check);
    how(waiter);
  };

  const dropExcess = (): void => {
    if (queue.length <= most) return;
    for (const check of queue.splice(0, queue.length - most)) {
      lost += 1;
      settleOne(check, (waiter) => waiter.resolve(null));
    }
  };

  return {
    get size(): number {
      return queue.length;
    },
    /** Number of checks dropped because more than `most` were waiting. Never decreases. */
    get lost(): number {
      return lost;
    },
    add(checks: readonly FinishedCheck[]): void {
      for (const check of checks) queue.push(check);
      dropExcess();
    },
    /** Settled by `settle` or `putBack`. */
    addAwaited(check: FinishedCheck): Promise<RecordedCheck | null> {
      return new Promise((resolve, reject) => {
        waiters.set(check, { resolve, reject });
        queue.push(check);
        dropExcess();
      });
    },
    /** Removes and returns the oldest ones, up to `count`. */
    take: (count: number): FinishedCheck[] => queue.splice(0, count),
    /** The batch was written. Callers who wait for a check that it left out get null. */
    settle(batch: readonly FinishedCheck[], recorded: readonly RecordedCheck[]): void {
      if (waiters.size === 0) return;
      const byCheck = new Map(recorded.map((one) => [one.check, one]));
      for (const check of batch) settleOne(check, (waiter) => waiter.resolve(byCheck.get(check) ?? null));
    },
    /**
     * The batch could not be written and returns to the front. Callers who wait for one of its checks get the error.
     */
    putBack(batch: readonly FinishedCheck[], error: unknown): void {
      queue = batch.concat(queue);
      for (const check of batch) settleOne(check, (waiter) => waiter.reject(error));
      dropExcess();
    },
  };
}
