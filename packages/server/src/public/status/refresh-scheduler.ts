import type { Clock } from '../../base/clock.ts';

/** What to read: whether a state changed, all states, or figures too. Each level includes the ones before. */
const refreshLevels = { check: 1, state: 2, figures: 3 } as const;
export type RefreshLevel = keyof typeof refreshLevels;

/** The first refresh waits this long to combine simultaneous changes. */
const gatherMs = 50;
const minGapMs = 1000;
/** A pause lasts this many times the refresh before it, so that refreshes take a third of the time. */
const pauseFactor = 2;
/** Limits the pause after a slow answer of the database, so that the public pages do not stay outdated for minutes. */
const maxGapMs = 10_000;

/** Combines refresh requests and limits their rate. */
export function createRefreshScheduler(
  refresh: (level: RefreshLevel) => Promise<void>,
  clock: Clock,
  onError: (error: unknown) => void,
) {
  let due: RefreshLevel | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let pauseMs = gatherMs;
  let isStopped = false;

  const add = (level: RefreshLevel): void => {
    if (due === null || refreshLevels[level] > refreshLevels[due]) due = level;
    runSoon();
  };
  const runSoon = (): void => {
    if (timer !== undefined || running !== null || isStopped || due === null) return;
    timer = setTimeout(() => void runNow(), pauseMs);
    timer.unref();
  };
  const runNow = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await running;
    running = runOnce();
    await running;
    running = null;
    runSoon();
  };
  const runOnce = async (): Promise<void> => {
    const began = clock.monotonic();
    const taken = due;
    due = null;
    try {
      if (taken !== null) await refresh(taken);
    } catch (error) {
      add('figures');
      onError(error);
    }
    pauseMs = Math.min(maxGapMs, Math.max(minGapMs, (clock.monotonic() - began) * pauseFactor));
  };

  return {
    add,
    /** Refreshes at once. Resolves when that is done or has failed. */
    runNow,
    /** Starts no more refreshes. Resolves when none is running. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
