import { setTimeout as pause } from 'node:timers/promises';
import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import { websiteResolutions } from './website-rollups.ts';
import { sumNextBuckets, websitesToSum } from './website-sums-store.ts';

interface WebsiteSummingOptions {
  db: Database;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  changes: Pick<ChangeFeed, 'subscribe'>;
  log: { error(fields: object, message: string): void };
  /** Delay after the start and after a change, when the program has more urgent work. */
  soonMilliseconds?: number;
}

/** Sums the roll-ups of websites when an hour or a day is over, and after their sums were deleted. */
export function createWebsiteSumming(options: WebsiteSummingOptions) {
  const { db, clock, changes, log, soonMilliseconds: soon = 5_000 } = options;
  let timer: NodeJS.Timeout | null = null;
  let isSoon = false;
  let running: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function runOnce(): Promise<void> {
    for (const table of websiteResolutions) {
      for (const website of await websitesToSum(db, table, clock.now())) {
        let isDone = false;
        while (!isDone && !isStopped) {
          const began = clock.monotonic();
          ({ isDone } = await sumNextBuckets(db, website, table, clock.now()));
          // Pauses as long as the step took, so that half of the time is left for other work: after an upgrade there is
          // much to sum.
          await pause(clock.monotonic() - began);
        }
      }
    }
  }

  const run = (): Promise<void> =>
    runOnce()
      .catch((error: unknown) =>
        log.error({ err: error }, 'Websites could not be summed; their statistics are slower until it is tried again'),
      )
      .finally(() => {
        if (timer === null) runIn(hourMs);
      });

  function runIn(milliseconds: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    isSoon = milliseconds === soon;
    if (isStopped) return;
    timer = setTimeout(() => {
      timer = null;
      isSoon = false;
      running = running.then(run);
    }, milliseconds);
    timer.unref();
  }

  let stopListening = (): unknown => undefined;
  return {
    /** Sums everything that is complete. */
    runOnce,
    /** Runs soon, and then periodically. */
    start(): void {
      runIn(soon);
      stopListening = changes.subscribe(({ is_structural, is_replaced }) => {
        if ((is_structural || is_replaced) && !isSoon) runIn(soon);
      });
    },
    /** Waits for a run in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      stopListening();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
