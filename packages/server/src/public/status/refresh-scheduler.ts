import type { Clock } from '../../base/clock.ts';
import type { Outdated } from './figures/known-websites.ts';

const minGapMs = 1000;
/** A pause is this many times as long as the refresh before it, so that refreshes take at most a twentieth of the time. */
const pauseFactor = 20;
/** One slow answer of the database must not keep the public pages behind for minutes. */
const maxGapMs = 10_000;
/** The first refresh waits this long for changes that come together. */
const gatherMs = 50;

/** Collects what is outdated, and has it read again soon, but not too often. */
export interface RefreshScheduler {
  add(outdated: Partial<Outdated>): void;
  /** Has it read at once. Resolves when that is done, also when it failed. */
  runNow(): Promise<void>;
  /** Begins no more refreshes, and resolves when none is running. */
  stop(): Promise<void>;
}

export function createRefreshScheduler(
  refresh: (due: Outdated) => Promise<void>,
  clock: Clock,
  onError: (error: unknown) => void,
): RefreshScheduler {
  let due = nothing();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let pauseMs = gatherMs;
  let isStopped = false;

  const add = (outdated: Partial<Outdated>): void => {
    const { monitors = [], website_ids = new Set(), is_structural = false, has_slid = false } = outdated;
    due = {
      monitors: due.monitors.concat(monitors),
      website_ids: new Set([...due.website_ids, ...website_ids]),
      is_structural: due.is_structural || is_structural,
      has_slid: due.has_slid || has_slid,
    };
    runSoon();
  };
  const runSoon = (): void => {
    if (timer !== undefined || running !== null || isStopped || isNothing(due)) return;
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
    due = nothing();
    try {
      await refresh(taken);
    } catch (error) {
      // Nobody knows which part was read: the next refresh looks at all websites.
      add({ ...taken, has_slid: true });
      onError(error);
    }
    pauseMs = Math.min(maxGapMs, Math.max(minGapMs, (clock.monotonic() - began) * pauseFactor));
  };

  return {
    add,
    runNow,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const nothing = (): Outdated => ({ monitors: [], website_ids: new Set(), is_structural: false, has_slid: false });
const isNothing = ({ monitors, website_ids, is_structural, has_slid }: Outdated): boolean =>
  monitors.length === 0 && website_ids.size === 0 && !is_structural && !has_slid;
