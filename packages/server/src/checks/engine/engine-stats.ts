import type { Clock } from '../../base/clock.ts';
import { latenessBounds } from '../schedule/lateness.ts';
import type { ThreadStats } from './thread/thread-messages.ts';

/** How the probe thread fares. Counters only grow, also when the thread was started anew. */
export interface EngineStats {
  /** The thread is up and may start checks. */
  is_running: boolean;
  /** When the thread last said how it fares, milliseconds of `clock.monotonic()`; it does so every second. */
  last_heard_at: number | null;
  /** When a scheduled check was last seen to have been started, on the same clock. */
  last_started_at: number | null;
  /** How long the check that is due longest waits to be started, milliseconds. */
  overdue_ms: number;
  watched: number;
  running: number;
  /** Scheduled checks that were started. */
  started: number;
  /** How late they were started: cumulative counts for each upper bound, as Prometheus has it. */
  lateness: { bounds_ms: readonly number[]; counts: number[]; sum_ms: number; max_ms: number };
  /** How often the probe thread stood still for half a second or longer. */
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

/** Keeps the counters of all threads there were. */
export function createStatsKeeper(clock: Clock) {
  /** Of threads that ended, and of the one that runs. */
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
