import { hourMs } from '@upvigil/core/time';
import type { Cancel, Clock } from './clock.ts';

/** Work that is done again and again. */
export interface Hourly {
  start(): void;
  settled(): Promise<void>;
  /** Resolves when none is under way. */
  stop(): Promise<void>;
}

/** The first time waits until a start is over. */
const firstAfter = 90_000;

/** Does `work` once an hour. When it fails, `onError` is called, and the next try is an hour later. */
export function createHourly(
  clock: Pick<Clock, 'after'>,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Hourly {
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
    start: () => runIn(firstAfter),
    settled: () => running,
    async stop() {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
