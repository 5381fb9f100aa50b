import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSchedule, type Schedule } from './schedule.ts';

const second = 1000;
const day = 86_400 * second;

/** Runs a schedule over virtual time; every check takes `duration`. Returns the starts by monitor. */
function simulate(schedule: Schedule, until: number, duration: (id: number) => number): Map<number, number[]> {
  const starts = new Map<number, number[]>();
  const running: { id: number; end: number }[] = [];
  for (let now = 0; now <= until; ) {
    for (const { id } of schedule.takeDue(now, Number.POSITIVE_INFINITY)) {
      starts.set(id, [...(starts.get(id) ?? []), now]);
      running.push({ id, end: now + duration(id) });
    }
    const next = Math.min(schedule.nextDue() ?? Number.POSITIVE_INFINITY, ...running.map(({ end }) => end));
    if (next === Number.POSITIVE_INFINITY) break;
    now = Math.max(now, next);
    for (const done of running.filter(({ end }) => end <= now)) {
      running.splice(running.indexOf(done), 1);
      schedule.finish(done.id, now, null);
    }
  }
  return starts;
}

describe('the schedule', () => {
  it('checks a new monitor at once and then at a fixed rate, a whole day without drift', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 60 * second, next_due: null }], 0);

    const starts = simulate(schedule, day, () => 7 * second).get(1) ?? [];

    expect(starts).toEqual(Array.from({ length: 1441 }, (_, index) => index * 60 * second));
  });

  it('keeps a persisted schedule', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 60 * second, next_due: 42_123 }], 5 * second);

    expect(schedule.nextDue()).toBe(42_123);
  });

  it('moves a planned time that is too far ahead, for example after a clock jump, into the next interval', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 60 * second, next_due: day + 1 }], 0);

    expect(schedule.nextDue()).toBe(1);
  });

  it('runs an overdue check once and keeps its schedule', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 10 * second, next_due: 1 * second }], 25_500);

    expect(schedule.takeDue(25_500, 10)).toHaveLength(1);
    schedule.finish(1, 25_600, null);
    expect(schedule.takeDue(25_600, 10)).toEqual([]);
    expect(schedule.nextDue()).toBe(31 * second);
  });

  it('returns the delay of a check', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 10 * second, next_due: 1 * second }], 0);

    expect(schedule.takeDue(1_250, 10)).toEqual([{ id: 1, late: 250 }]);
  });

  it('starts a check that outlasts its interval again when it ended, once', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 10 * second, next_due: null }], 0);

    const starts = simulate(schedule, 100 * second, () => 25 * second).get(1);

    expect(starts).toEqual([0, 25_000, 50_000, 75_000, 100_000]);
  });

  it('checks again soon to confirm, then returns to the schedule', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 60 * second, next_due: null }], 0);
    schedule.takeDue(0, 1);
    schedule.finish(1, 200, { attempt: 0 });

    expect(schedule.dueOf(1)).toBe(5_200);
    expect(schedule.takeDue(5_200, 1)).toHaveLength(1);
    schedule.finish(1, 5_300, null);
    expect(schedule.dueOf(1)).toBe(60 * second);
  });

  it('waits twice as long for each further attempt, up to the interval', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 60 * second, next_due: null }], 0);
    schedule.takeDue(0, 1);
    const waits = [0, 1, 2, 3, 4, 40].map((attempt) => {
      schedule.takeNow(1);
      schedule.finish(1, 0, { attempt });
      return schedule.dueOf(1);
    });
    expect(waits).toEqual([5, 10, 20, 40, 60, 60].map((seconds) => seconds * second));
  });

  it('does not put a confirmation behind the next regular check', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 10 * second, next_due: null }], 0);
    schedule.takeDue(0, 1);
    schedule.finish(1, 8 * second, { attempt: 0 });

    expect(schedule.dueOf(1)).toBe(10 * second);
  });

  it('keeps the schedule when a check is triggered, and never overlaps with it', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 10 * second, next_due: 4 * second }], 0);

    expect(schedule.takeNow(1)).toBe(true);
    expect(schedule.takeNow(1)).toBe(false);
    expect(schedule.takeDue(4 * second, 1)).toEqual([]);
    schedule.finish(1, 4_500, null);
    expect(schedule.takeDue(4_500, 1)).toEqual([{ id: 1, late: 500 }]);
  });

  it('takes no more than the limit at a time, most overdue first', () => {
    const schedule = createSchedule();
    const timings = [5, 3, 4, 1, 2].map((id) => ({ id, interval: 10 * second, next_due: id * second }));
    schedule.add(timings, 0);

    const ids = schedule.takeDue(9 * second, 3).map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3]);
    expect(schedule.takeDue(9 * second, 3).map(({ id }) => id)).toEqual([4, 5]);
  });

  it('releases monitors that are not due soon, then long overdue ones, and none that is running', () => {
    const schedule = createSchedule();
    const due = [9, 8, 2, -1, -20, -30].map((seconds, at) => ({ id: at + 1, due: 100 + seconds }));
    schedule.add(
      due.map((each) => ({ id: each.id, interval: 1000 * second, next_due: each.due * second })),
      0,
    );
    expect(schedule.releasable(100 * second, 1, 3 * second)).toHaveLength(1);
    expect(schedule.releasable(100 * second, 2, 3 * second).sort()).toEqual([1, 2]);
    expect(schedule.releasable(100 * second, 9, 3 * second).sort()).toEqual([1, 2, 5, 6]);
    schedule.takeNow(1);
    schedule.takeDue(75 * second, 1);
    expect(schedule.releasable(100 * second, 9, 3 * second).sort()).toEqual([2, 5]);
  });

  it('forgets a removed monitor, also while it runs', () => {
    const schedule = createSchedule();
    schedule.add([{ id: 1, interval: 10 * second, next_due: null }], 0);
    schedule.takeDue(0, 1);
    schedule.remove(1);
    schedule.finish(1, 100, null);

    expect(schedule.nextDue()).toBeNull();
    expect(schedule.size).toBe(0);
  });

  it('spreads 10,000 new monitors evenly, and each starts within one interval', () => {
    const schedule = createSchedule();
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    schedule.add(
      ids.map((id) => ({ id, interval: 10 * second, next_due: null })),
      0,
    );

    const perSecond = Array.from({ length: 10 }, (_, s) => schedule.takeDue((s + 1) * second - 1, 20_000).length);

    expect(Math.min(...perSecond)).toBeGreaterThanOrEqual(999);
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(1_001);
  });

  it('starts a handful of new monitors within a second', () => {
    const schedule = createSchedule();
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    schedule.add(
      ids.map((id) => ({ id, interval: 3_600 * second, next_due: null })),
      0,
    );

    expect(schedule.takeDue(second, 100)).toHaveLength(20);
  });

  it('resumes every monitor within one interval after a restart, whatever was stored', () => {
    const stored = fc.record({
      interval: fc.integer({ min: 10, max: 86_400 }).map((seconds) => seconds * second),
      next_due: fc.option(fc.integer({ min: -40 * day, max: 40 * day })),
    });
    fc.assert(
      fc.property(fc.array(stored, { minLength: 1, maxLength: 50 }), fc.integer({ min: 0, max: day }), (rows, now) => {
        const schedule = createSchedule();
        const timings = rows.map((row, id) => ({ id, ...row }));
        schedule.add(timings, now);
        for (const { id, interval, next_due } of timings) {
          const due = schedule.dueOf(id) ?? Number.NaN;
          expect(due).toBeGreaterThanOrEqual(now);
          expect(due).toBeLessThanOrEqual(now + interval);
          if (next_due !== null && next_due > now) expect((due - next_due) % interval === 0).toBe(true);
        }
      }),
    );
  });

  it('never overlaps, never drifts and never stops, whatever the durations', () => {
    const monitors = fc.array(
      fc.record({ interval: fc.integer({ min: 10, max: 300 }), duration: fc.integer({ min: 0, max: 400 }) }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(monitors, (rows) => {
        const schedule = createSchedule();
        schedule.add(
          rows.map(({ interval }, id) => ({ id, interval: interval * second, next_due: null })),
          0,
        );
        const starts = simulate(schedule, 3_600 * second, (id) => (rows[id]?.duration ?? 0) * second);
        rows.forEach(({ interval, duration }, id) => {
          const own = starts.get(id) ?? [];
          const first = own[0] ?? Number.NaN;
          expect(own.length).toBeGreaterThanOrEqual(Math.floor(3_590 / Math.max(interval, duration + interval)));
          own.slice(1).forEach((start, index) => {
            expect(start - (own[index] ?? 0)).toBeGreaterThanOrEqual(duration * second);
            if (duration <= interval) expect((start - first) % (interval * second)).toBe(0);
          });
        });
      }),
      { numRuns: 50 },
    );
  });
});
