import type { Cancel, Clock } from '../../../base/clock.ts';

/** Delay of the next poll after the database refused. */
export const troubleMilliseconds = 5_000;

/**
 * Polls for work when woken, and after the delay of the last run. `poll` resolves with the milliseconds until the
 * next run.
 */
export function createPoller(
  clock: Pick<Clock, 'after'>,
  poll: () => Promise<number>,
  onError: (error: unknown) => void,
) {
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isStopped = false;
  let cancelTimer: Cancel = () => undefined;

  const wake = (): void => {
    if (isStopped) return;
    isWoken = true;
    cancelTimer();
    running ??= pollWhileWoken().finally(() => {
      running = null;
      if (isWoken) wake();
    });
  };

  const pollWhileWoken = async (): Promise<void> => {
    let pause = 0;
    while (isWoken && !isStopped) {
      isWoken = false;
      pause = await poll().catch((error: unknown) => {
        onError(error);
        return troubleMilliseconds;
      });
    }
    if (!isStopped) cancelTimer = clock.after(pause, wake);
  };

  return {
    /** Polls now, or once more when the current run is over. */
    wake,
    /** The current run; null between runs. */
    running: (): Promise<void> | null => running,
    /** Starts no more runs. */
    stop(): void {
      isStopped = true;
      cancelTimer();
    },
  };
}
