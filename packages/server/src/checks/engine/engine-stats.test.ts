import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createLateness } from '../schedule/lateness.ts';
import { createStatsKeeper } from './engine-stats.ts';

/** Statistics of a thread that started checks with these delays. */
function report(...late: number[]) {
  const lateness = createLateness();
  for (const milliseconds of late) lateness.add(milliseconds);
  return { watched: 9, running: 2, stalls: 1, overdue_ms: 7, ...lateness.summary() };
}

describe('the counters of the engine', () => {
  it('only grow, also when a thread died and another one counts from zero', () => {
    const stats = createStatsKeeper(createTestClock(0, async () => undefined));
    stats.threadStarted();
    stats.report(report(0, 300));
    stats.report(report(0, 300, 2));
    stats.threadEnded();
    const { started, stalls, lateness, thread_restarts, is_running } = stats.read(3);
    expect({ started, stalls, thread_restarts, is_running }).toEqual({
      started: 3,
      stalls: 1,
      thread_restarts: 0,
      is_running: false,
    });
    stats.threadStarted();
    stats.report(report(1));
    expect(stats.read(3)).toMatchObject({ started: 4, stalls: 2, thread_restarts: 1, watched: 3, running: 2 });
    expect(stats.read(3).lateness).toMatchObject({
      sum_ms: 303,
      max_ms: 300,
      counts: [2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4],
    });
    expect(lateness.sum_ms).toBe(302);
  });

  it('sum over all threads so far', () => {
    const stats = createStatsKeeper(createTestClock(0, async () => undefined));
    for (let thread = 0; thread < 3; thread++) {
      stats.threadStarted();
      stats.report(report(5));
      stats.threadEnded();
    }
    expect(stats.read(3)).toMatchObject({ started: 3, stalls: 3, thread_restarts: 2 });
  });

  it('have no momentary values of an ended thread', () => {
    const stats = createStatsKeeper(createTestClock(0, async () => undefined));
    stats.threadStarted();
    stats.report(report(0));
    stats.threadEnded();
    expect(stats.read(3)).toMatchObject({ running: 0, overdue_ms: 0 });
  });

  it('distinguish the last start of a check from the last message of the thread', () => {
    const clock = createTestClock(0, async () => undefined);
    const stats = createStatsKeeper(clock);
    expect(stats.read(0)).toMatchObject({ last_heard_at: null, last_started_at: null });
    stats.threadStarted();
    clock.leap(10);
    stats.report(report(0));
    clock.leap(10);
    stats.report(report(0));
    expect(stats.read(0)).toMatchObject({ last_heard_at: 20, last_started_at: 10 });
  });
});
