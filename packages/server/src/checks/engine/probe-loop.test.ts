import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../base/domain/check.ts';
import { engineTools } from '../../testing/engine-tools.ts';
import { testNow } from '../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { watchedForTest } from '../../testing/watched-monitor.ts';
import { down, nothingMeasured } from '../probe/failure-text.ts';
import { fault } from '../probe/faults.ts';
import { createProbeLoop, type ProbeLoop } from './probe-loop.ts';
import { createResultBatch, type ResultBatch } from './result-batch.ts';
import type { FromThread } from './thread/thread-messages.ts';

const minute = 60_000;
const up: ProbeOutcome = { outcome: 'up', ...nothingMeasured, response_time_us: 1000 };

let clock: TestClock;
let loop: ProbeLoop;
let batch: ResultBatch;
let posted: FromThread[];
let outcome: ProbeOutcome | Promise<ProbeOutcome>;
beforeEach(() => {
  clock = createTestClock(testNow, async () => undefined);
  posted = [];
  outcome = up;
  const tools = engineTools(clock);
  batch = createResultBatch((message) => posted.push(message));
  loop = createProbeLoop({ ...tools, probe: async () => outcome }, batch, () => undefined);
});
afterEach(() => loop.pause());

/** A monitor that is due now. */
const due = (id: number) => watchedForTest(id, { next_due_at: testNow });
const foundOf = (id: number) => {
  batch.flush();
  return posted.flatMap((message) =>
    message.type === 'results' ? message.finished.filter(({ monitor_id }) => monitor_id === id) : [],
  );
};

describe('a due check', () => {
  it('is started, passed on, and due again after its interval', async () => {
    loop.watch([due(1), due(2)]);
    await expect.poll(() => batch.total).toBe(2);
    expect(foundOf(1)).toMatchObject([{ checked_at: testNow, next_due_at: testNow + minute }]);
    expect(loop.stats()).toMatchObject({ watched: 2, running: 0, started: 2, overdue_ms: 0 });
    clock.leap(2 * minute);
    expect(loop.stats().overdue_ms).toBe(minute);
  });

  it.each([
    ['back by an hour', 60 * minute],
    ['ahead by a day', -24 * 60 * minute],
  ])('keeps its schedule, without a gap or a burst, when the wall clock is set %s', async (_how, jump) => {
    const ids = [1, 2, 3];
    loop.watch(ids.map(due));
    await expect.poll(() => batch.total).toBe(ids.length);
    clock.setBack(jump);
    for (const seconds of [59, 1, 59, 1]) {
      clock.leap(seconds * 1000);
      // The loop sleeps on real timers; when woken, it starts what is due by the clock.
      await loop.pause();
      loop.resume();
      await new Promise(setImmediate);
      await expect.poll(() => loop.stats().running).toBe(0);
    }
    for (const id of ids) {
      const found = foundOf(id);
      const after = testNow - jump;
      expect(found.map(({ checked_at }) => checked_at)).toEqual([testNow, after + minute, after + 2 * minute]);
      expect(found.map(({ checked_at, next_due_at }) => Number(next_due_at) - checked_at)).toEqual(
        Array(3).fill(minute),
      );
    }
  });

  it('is started only within the limits', async () => {
    loop.allow({ results: 0 });
    loop.watch([due(1)]);
    await new Promise(setImmediate);
    expect(loop.stats().started).toBe(0);
    loop.allow({ results: 1 });
    await expect.poll(() => batch.total).toBe(1);
  });

  it('is retried soon after a fault of this machine, which is not a check', async () => {
    outcome = fault('memory', 'this host is out of memory');
    loop.watch([due(1)]);
    await expect.poll(() => loop.stats().started).toBe(1);
    await expect.poll(() => loop.stats().running).toBe(0);
    clock.leap(10_000);
    expect(loop.stats().overdue_ms).toBeGreaterThan(0);
    batch.flush();
    expect(posted).toMatchObject([{ finished: [], faulted: [{ monitor_id: 1, fault: 'memory' }] }]);
  });

  it.each([
    ['assertion', [0, 5, 15, 30, 60]],
    ['memory', [0, 5, 10, 15, 20]],
  ] as const)('is tried again after faults of the reason %s at %j s', async (reason, seconds) => {
    outcome = fault(reason, 'not evaluated');
    loop.watch([watchedForTest(1, { next_due_at: testNow, check_interval_seconds: 30 })]);
    const starts: number[] = [];
    for (let second = 0; second <= 60; second += 1) {
      // The loop sleeps on real timers, so it looks for due checks when it resumes.
      await loop.pause();
      loop.resume();
      await new Promise(setImmediate);
      if (loop.stats().started > starts.length) starts.push(second);
      clock.leap(1000);
    }
    expect(starts.slice(0, 5)).toEqual(seconds);
  });
});

describe('a triggered check', () => {
  it('counts into the streaks and keeps the schedule', async () => {
    loop.watch([watchedForTest(1, { next_due_at: testNow + 30_000, failure_threshold: 1 })]);
    outcome = down('connection refused');
    clock.leap(1000);
    expect(await loop.checkNow(due(1))).toMatchObject({ is_up: false, next_due_at: testNow + 30_000 });
    expect(batch.total).toBe(0);
  });

  it('of a monitor that is not watched has no next due time', async () => {
    expect(await loop.checkNow(due(9))).toMatchObject({ is_up: true, next_due_at: null });
  });

  it('is refused while checks are stopped', async () => {
    await loop.pause();
    expect(await loop.checkNow(due(1))).toMatchObject({
      fault: 'shutting-down',
      message: expect.stringMatching(/stopped/),
    });
    loop.resume();
    expect(await loop.checkNow(due(1))).toMatchObject({ is_up: true });
  });

  it('reports that its monitor was edited or removed meanwhile', async () => {
    outcome = new Promise(() => undefined);
    loop.watch([watchedForTest(1, { next_due_at: testNow + 30_000 })]);
    const checked = loop.checkNow(due(1));
    await expect.poll(() => loop.stats().running).toBe(1);
    loop.forget([1]);
    expect(await checked).toMatchObject({
      fault: 'shutting-down',
      message: expect.stringMatching(/edited or removed/),
    });
    expect(loop.stats().watched).toBe(0);
  });
});

it('gives up only monitors that are not due soon', () => {
  loop.watch([1, 2, 3].map((id) => watchedForTest(id, { next_due_at: testNow + id * 10_000 })));
  expect(loop.giveUp(5, 15_000).toSorted()).toEqual([2, 3]);
  expect(loop.stats().watched).toBe(1);
  loop.forget([1]);
});
