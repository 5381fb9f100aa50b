import type { Clock } from '../../base/clock.ts';
import { latenessBounds } from '../schedule/lateness.ts';
import type { ThreadStats } from './thread/thread-messages.ts';

/** Statistics of the probe thread. Counters never decrease, even if the thread is restarted. */
export interface EngineStats {
  /** Whether the thread is running and may start checks. */
  is_running: boolean;
  /** Time of the thread's last report, in milliseconds of `clock.monotonic()`; it reports every second. */
  last_heard_at: number | null;
  /** Time of the last known start of a scheduled check, on the same clock. */
  last_started_at: number | null;
  /** Delay of the longest overdue check, in milliseconds. */
  overdue_ms: number;
  watched: number;
  running: number;
  /** Number of started scheduled checks. */
  started: number;
  /** Delays of their starts: cumulative counts for each upper bound, as in Prometheus. */
  lateness: { bounds_ms: readonly number[]; counts: number[]; sum_ms: number; max_ms: number };
  /** Number of stalls of the probe thread of half a second or longer. */
  stalls: number;
  thread_restarts: number;
}

const none: ThreadStats = {
  watched: 0,
  running: 0,
  stalls: 0,
  overdue_ms: 0,
  started: 0,
  lateness_counts: latenessBounds.map(() => 0),
  lateness_sum_ms: 0,
  lateness_max_ms: 0,
};

/** Sums the counters of all threads, including ended ones. */
export function createStatsKeeper(clock: Clock) {
  /** Counters of ended threads; those of the current one are added. */
  let past = none;
  let present = none;
  let threads = 0;
  let isRunning = false;
  let lastHeardAt: number | null = null;
  let lastStartedAt: number | null = null;
  return {
    threadStarted(): void {
      threads += 1;
      isRunning = true;
      lastHeardAt = clock.monotonic();
    },
    threadEnded(): void {
      past = sum(past, present);
      present = none;
      isRunning = false;
    },
    report(stats: ThreadStats): void {
      lastHeardAt = clock.monotonic();
      if (stats.started > present.started) lastStartedAt = lastHeardAt;
      present = stats;
    },
    read(watched: number): EngineStats {
      const { running, overdue_ms } = present;
      const { started, stalls, lateness_counts, lateness_sum_ms, lateness_max_ms } = sum(past, present);
      return {
        is_running: isRunning,
        last_heard_at: lastHeardAt,
        last_started_at: lastStartedAt,
        overdue_ms,
        watched,
        running,
        started,
        lateness: {
          bounds_ms: latenessBounds,
          counts: lateness_counts,
          sum_ms: lateness_sum_ms,
          max_ms: lateness_max_ms,
        },
        stalls,
        thread_restarts: Math.max(0, threads - 1),
      };
    },
  };
}

const sum = (one: ThreadStats, other: ThreadStats): ThreadStats => ({
  watched: other.watched,
  running: other.running,
  overdue_ms: other.overdue_ms,
  stalls: one.stalls + other.stalls,
  started: one.started + other.started,
  lateness_counts: one.lateness_counts.map((count, index) => count + (other.lateness_counts[index] ?? 0)),
  lateness_sum_ms: one.lateness_sum_ms + other.lateness_sum_ms,
  lateness_max_ms: Math.max(one.lateness_max_ms, other.lateness_max_ms),
});
