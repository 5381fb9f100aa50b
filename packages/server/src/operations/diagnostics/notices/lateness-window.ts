import type { Clock } from '../../../base/clock.ts';
import type { EngineStats } from '../../../checks/engine/engine-stats.ts';
import { noticeTimes } from '../thresholds.ts';

type Lateness = Pick<EngineStats, 'started' | 'lateness'>;

/** How late checks were started of late, and not since the start of a process that may have run for months. */
export interface LatenessWindow {
  /** Notes where the counters stand; to be called about once a minute. */
  note(stats: Lateness): void;
  /** The bound under which 99 of 100 checks of the last minutes were started, milliseconds; infinite above the highest. Null: none was started. */
  p99(stats: Lateness): number | null;
}

export function createLatenessWindow(clock: Pick<Clock, 'monotonic'>): LatenessWindow {
  let noted: { at: number; started: number; counts: readonly number[] }[] = [];
  return {
    note({ started, lateness }) {
      const now = clock.monotonic();
      // The newest of those that are older than the window is where it begins.
      const begin = noted.findLastIndex(({ at }) => now - at >= noticeTimes.latenessWindow);
      noted = [...noted.slice(Math.max(0, begin)), { at: now, started, counts: [...lateness.counts] }];
    },
    p99({ started, lateness }) {
      const [before] = noted;
      const checks = started - (before?.started ?? 0);
      if (checks <= 0) return null;
      const within = lateness.counts.map((count, index) => count - (before?.counts[index] ?? 0));
      const bucket = within.findIndex((count) => count >= checks * 0.99);
      return bucket < 0 ? Number.POSITIVE_INFINITY : (lateness.bounds_ms[bucket] ?? Number.POSITIVE_INFINITY);
    },
  };
}
