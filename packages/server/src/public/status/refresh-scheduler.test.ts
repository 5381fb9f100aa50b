import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createRefreshScheduler } from './refresh-scheduler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const second = 1000;

/** Start times of refreshes, in milliseconds since the first request; each takes `refreshMs`. */
async function begunAt(refreshMs: number, until: number): Promise<number[]> {
  const start = performance.now();
  const began: number[] = [];
  const clock = { ...systemClock, monotonic: () => performance.now() };
  const refresh = async (): Promise<void> => {
    began.push(Math.round(performance.now() - start));
    await new Promise((resolve) => setTimeout(resolve, refreshMs));
  };
  const scheduler = createRefreshScheduler(refresh, clock, () => undefined);
  const change = setInterval(() => scheduler.add('check'), 100);
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

test('reads as much as the largest of the changes that came together', async () => {
  const levels: string[] = [];
  const refresh = async (level: string): Promise<void> => void levels.push(level);
  const scheduler = createRefreshScheduler(refresh, systemClock, () => undefined);
  for (const level of ['check', 'figures', 'state'] as const) scheduler.add(level);
  await scheduler.runNow();
  scheduler.add('state');
  await scheduler.runNow();
  expect(levels).toEqual(['figures', 'state']);
});

test('takes a third of the time at most', async () => {
  const began = await begunAt(2 * second, 40 * second);
  for (const [index, at] of began.slice(1).entries()) {
    expect(at - (began[index] ?? 0)).toBeGreaterThanOrEqual(6 * second);
  }
});

test('does not leave the public pages outdated for minutes after one slow query', async () => {
  const began = await begunAt(30 * second, 120 * second);
  expect((began[1] ?? Number.POSITIVE_INFINITY) - (began[0] ?? 0)).toBeLessThanOrEqual(41 * second);
});
