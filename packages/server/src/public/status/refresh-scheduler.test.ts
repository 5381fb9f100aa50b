import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createRefreshScheduler } from './refresh-scheduler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const second = 1000;

/** When refreshes began, in milliseconds since the first one was asked for; each takes so long. */
async function begunAt(refreshMs: number, until: number): Promise<number[]> {
  const start = performance.now();
  const began: number[] = [];
  const clock = { ...systemClock, monotonic: () => performance.now() };
  const refresh = async (): Promise<void> => {
    began.push(Math.round(performance.now() - start));
    await new Promise((resolve) => setTimeout(resolve, refreshMs));
  };
  const scheduler = createRefreshScheduler(refresh, clock, () => undefined);
  const change = setInterval(() => scheduler.add({ website_ids: new Set([1]) }), 100);
  await vi.advanceTimersByTimeAsync(until);
  clearInterval(change);
  const stopped = scheduler.stop();
  await vi.runAllTimersAsync();
  await stopped;
  return began;
}

test('refreshes at most once a second while much changes', async () => {
  const began = await begunAt(1, 5 * second);
  expect(began.length).toBeGreaterThan(3);
  for (const [index, at] of began.slice(1).entries()) expect(at - (began[index] ?? 0)).toBeGreaterThanOrEqual(second);
});

test('takes a twentieth of the time at most', async () => {
  const began = await begunAt(200, 20 * second);
  for (const [index, at] of began.slice(1).entries()) {
    expect(at - (began[index] ?? 0)).toBeGreaterThanOrEqual(4 * second);
  }
});

test('does not keep the public behind for minutes after a database that was slow once', async () => {
  const began = await begunAt(30 * second, 120 * second);
  expect((began[1] ?? Number.POSITIVE_INFINITY) - (began[0] ?? 0)).toBeLessThanOrEqual(41 * second);
});
