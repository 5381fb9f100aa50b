import type { Clock } from '../clock.ts';
import type { Outdated } from './figures/known-websites.ts';

/** At most one refresh a second, and no more than a twentieth of the time of one core. */
const minGapMs = 1000;
const shareOfTime = 20;
/** A database that was slow once shall not keep the public pages behind for minutes. */
const maxGapMs = 10_000;
/** The first change after a pause waits this long for those that come with it. */
const gatherMs = 50;

/** Collects what is outdated, and has it read again soon, but not more often than is worth it. */
export interface RefreshScheduler {
  add(outdated: Partial<Outdated>): void;
  /** Has it read at once. */
  runNow(): Promise<void>;
  /** Begins nothing more, and resolves when nothing is read any more. */
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

  const add = ({ website_ids = new Set(), is_structural = false, has_slid = false }: Partial<Outdated>): void => {
    due = {
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
      // What was read in part cannot be told from what was not: the next time slides everything.
      add({ ...taken, has_slid: true });
      onError(error);
    }
    pauseMs = Math.min(maxGapMs, Math.max(minGapMs, (clock.monotonic() - began) * shareOfTime));
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

const nothing = (): Outdated => ({ website_ids: new Set(), is_structural: false, has_slid: false });
const isNothing = ({ website_ids, is_structural, has_slid }: Outdated): boolean =>
  website_ids.size === 0 && !is_structural && !has_slid;
