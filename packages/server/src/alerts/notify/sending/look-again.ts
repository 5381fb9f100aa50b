import type { Cancel, Clock } from '../../../base/clock.ts';

/** How soon to look again after the database refused. */
export const troubleMilliseconds = 5_000;

/** Looks for what is to be done: when poked, and again when a look said so. */
export interface Looker {
  /** Looks now, or once more when the look that goes on is over. */
  poke(): void;
  /** The look that goes on; null while none does. */
  looking(): Promise<void> | null;
  /** Begins no more looks. */
  stop(): void;
}

/** `look` resolves with the milliseconds after which to look again. */
export function createLooker(
  clock: Pick<Clock, 'after'>,
  look: () => Promise<number>,
  onError: (error: unknown) => void,
): Looker {
  let looking: Promise<void> | null = null;
  let isPoked = false;
  let isStopped = false;
  let cancelTimer: Cancel = () => undefined;

  const poke = (): void => {
    if (isStopped) return;
    isPoked = true;
    cancelTimer();
    looking ??= lookWhilePoked().finally(() => {
      looking = null;
      if (isPoked) poke();
    });
  };

  const lookWhilePoked = async (): Promise<void> => {
    let pause = 0;
    while (isPoked && !isStopped) {
      isPoked = false;
      pause = await look().catch((error: unknown) => {
        onError(error);
        return troubleMilliseconds;
      });
    }
    if (!isStopped) cancelTimer = clock.after(pause, poke);
  };

  return {
    poke,
    looking: () => looking,
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}
