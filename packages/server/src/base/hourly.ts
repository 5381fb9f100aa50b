import { hourMs } from '@upvigil/core/time';
import type { Cancel, Clock } from './clock.ts';

/** Delays the first run until the start is over. In milliseconds. */
const firstAfter = 90_000;

export type Hourly = ReturnType<typeof createHourly>;

/** Runs `work` once an hour. After a failure, calls `onError` and tries again an hour later. */
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
    /** Waits for a run in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
