import { expect, test } from 'vitest';
import { gaveUpReason, nextAttemptAt, pauseAfter, requestedPause } from './backoff.ts';

const second = 1000;
const hour = 3600 * second;

test('pauses 30 seconds at first, then twice as long each time, and an hour at most', () => {
  const pauses = [1, 2, 3, 4, 7, 8, 9, 1000].map((attempts) => pauseAfter(attempts) / second);
  expect(pauses).toEqual([30, 60, 120, 240, 1920, 3600, 3600, 3600]);
});

test('retries for 24 hours after the alert, and no longer', () => {
  const created_at = 1_800_000_000_000;
  const last = created_at + 23 * hour;
  expect(nextAttemptAt({ attempts: 30, created_at }, last)).toBe(created_at + 24 * hour);
  expect(nextAttemptAt({ attempts: 30, created_at }, last + 1)).toBeNull();
  expect(nextAttemptAt({ attempts: 1, created_at }, created_at)).toBe(created_at + 30 * second);
});

test('waits as long as the provider requests, up to an hour, and not shorter than the usual pause', () => {
  const created_at = 1_800_000_000_000;
  const after = (requestedSeconds: number) => nextAttemptAt({ attempts: 1, created_at }, created_at, requestedSeconds);
  expect([1, 600, 1e9].map(after)).toEqual([30 * second, 600 * second, hour].map((pause) => created_at + pause));
  expect(requestedPause(1e9)).toBe(hour);
});

test('a delivery that waited too long, as after a forward clock change, is given up with the reason', () => {
  expect(nextAttemptAt({ attempts: 1, created_at: 0 }, 48 * hour)).toBeNull();
  expect(gaveUpReason('connection refused')).toBe('connection refused (tried for 24 hours)');
});
