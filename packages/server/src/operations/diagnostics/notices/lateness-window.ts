import type { Clock } from '../../../base/clock.ts';
import type { EngineStats } from '../../../checks/engine/engine-stats.ts';
import { noticeTimes } from '../thresholds.ts';

type Lateness = Pick<EngineStats, 'started' | 'lateness'>;

export type LatenessWindow = ReturnType<typeof createLatenessWindow>;

/** Lateness of recent checks, instead of all since the start of a process that may have run for months. */
export function createLatenessWindow(clock: Pick<Clock, 'monotonic'>) {
  let noted: { at: number; started: number; counts: readonly number[] }[] = [];
  return {
    /** Records the counters. Call about once a minute. */
    note({ started, lateness }: Lateness): void {
      const now = clock.monotonic();
      // The window starts at the newest sample that is older than the window.
      const begin = noted.findLastIndex(({ at }) => now - at >= noticeTimes.latenessWindow);
      noted = [...noted.slice(Math.max(0, begin)), { at: now, started, counts: [...lateness.counts] }];
    },
    /**
     * The bound of the 99th percentile, in milliseconds; infinite above the highest bound. Null: no check was
     * started.
     */
    p99({ started, lateness }: Lateness): number | null {
      const [before] = noted;
      const checks = started - (before?.started ?? 0);
      if (checks <= 0) return null;
      const within = lateness.counts.map((count, index) => count - (before?.counts[index] ?? 0));
      const bucket = within.findIndex((count) => count >= checks * 0.99);
      return bucket < 0 ? Number.POSITIVE_INFINITY : (lateness.bounds_ms[bucket] ?? Number.POSITIVE_INFINITY);
    },
  };
}
