import type { FinishedCheck } from '../../../base/domain/check.ts';
import type { RecordedCheck } from './recorded-check.ts';

interface Waiter {
  resolve(recorded: RecordedCheck | null): void;
  reject(error: unknown): void;
}

/** Checks that wait to be written, in the order in which they came, and who waits for them. */
export interface PendingChecks {
  readonly size: number;
  /** How many checks were dropped because more than `most` were waiting. Only grows. */
  readonly lost: number;
  add(checks: readonly FinishedCheck[]): void;
  /** Resolves as `settle` and `putBack` say. */
  addAwaited(check: FinishedCheck): Promise<RecordedCheck | null>;
  /** Takes out the oldest, at most `count`. */
  take(count: number): FinishedCheck[];
  /** The batch was written. Whoever waits for a check that was left out of it gets null. */
  settle(batch: readonly FinishedCheck[], recorded: readonly RecordedCheck[]): void;
  /** The batch could not be written: it goes back to the front. Whoever waits for one of its checks gets the error. */
  putBack(batch: readonly FinishedCheck[], error: unknown): void;
}

export function createPendingChecks(most: number): PendingChecks {
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
    get size() {
      return queue.length;
    },
    get lost() {
      return lost;
    },
    add(checks) {
      for (const check of checks) queue.push(check);
      dropExcess();
    },
    addAwaited(check) {
      return new Promise((resolve, reject) => {
        waiters.set(check, { resolve, reject });
        queue.push(check);
        dropExcess();
      });
    },
    take: (count) => queue.splice(0, count),
    settle(batch, recorded) {
      if (waiters.size === 0) return;
      const byCheck = new Map(recorded.map((one) => [one.check, one]));
      for (const check of batch) settleOne(check, (waiter) => waiter.resolve(byCheck.get(check) ?? null));
    },
    putBack(batch, error) {
      queue = batch.concat(queue);
      for (const check of batch) settleOne(check, (waiter) => waiter.reject(error));
      dropExcess();
    },
  };
}
