import { hourMs } from '@upvigil/core/time';
import type { Cancel, Clock } from './clock.ts';

/** The first time waits until a start is over. */
const firstAfter = 90_000;

export type Hourly = ReturnType<typeof createHourly>;

/**
 * Work that is done again and again. Does `work` once an hour. When it fails, `onError` is called, and the next
 * try is an hour later.
 */
export function createHourly(
  clock: Pick<Clock, 'after'>,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  let cancel: Cancel | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  const runIn = (milliseconds: number): void => {
    if (isStopped) return;
    cancel = clock.after(milliseconds, () => {
      running = work()
        .catch(onError)
        .then(() => runIn(hourMs));
    });
  };
  return {
    start: (): void => runIn(firstAfter),
    settled: (): Promise<void> => running,
    /** Resolves when none is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
