import { expect, it } from 'vitest';
import { firstFailedCheck } from './first-failed-check.ts';

/** Newest first, one check each second: `u` up, `d` down. */
const checksOf = (states: string) =>
  [...states].map((state, index) => ({
    is_up: state === 'u',
    checked_at: new Date((states.length - index) * 1000).toISOString(),
    error_message: null,
  }));

it('is the first of the consecutive failures before the alert', () => {
  const checks = checksOf('ddduudu');
  expect(firstFailedCheck(checks, 5_000)).toBe(checks[2]);
  expect(firstFailedCheck(checks, 6_000)).toBe(checks[2]);
  expect(firstFailedCheck(checks, 1_000)).toBe(checks[5]);
});

it('is unknown without an earlier successful check, or without failures', () => {
  expect(firstFailedCheck(checksOf('ddd'), 3_000)).toBeNull();
  expect(firstFailedCheck(checksOf('uu'), 3_000)).toBeNull();
  expect(firstFailedCheck([], 3_000)).toBeNull();
});
