import type { Clock } from '../clock.ts';
import type { EngineStats } from './engine.ts';
import { latenessBounds } from './lateness.ts';
import type { ThreadStats } from './thread-messages.ts';

/** Keeps the counters of all threads there were. */
export interface StatsKeeper {
  threadStarted(): void;
  threadEnded(): void;
  report(stats: ThreadStats): void;
  read(watched: number): EngineStats;
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

export function createStatsKeeper(clock: Clock): StatsKeeper {
  /** Of threads that ended, and of the one that runs. */
  let past = none;
  let present = none;
  let threads = 0;
  let isRunning = false;
  let lastHeardAt: number | null = null;
  let lastStartedAt: number | null = null;
  return {
    threadStarted() {
      threads += 1;
      isRunning = true;
      lastHeardAt = clock.monotonic();
    },
    threadEnded() {
      past = sum(past, present);
      present = none;
      isRunning = false;
    },
    report(stats) {
      lastHeardAt = clock.monotonic();
      if (stats.started > present.started) lastStartedAt = lastHeardAt;
      present = stats;
    },
    read(watched) {
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
