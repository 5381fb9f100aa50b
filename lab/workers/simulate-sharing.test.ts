import { expect, test } from 'vitest';
import { simulate } from './simulate-sharing.ts';

const base = {
  workers: 50,
  monitors: 5_000,
  interval: 60,
  duration: 360,
  killed: 5,
  stopped: 5,
  clockSkew: 1,
  seed: 7,
};

test('with workers killed, stopped and out of step, every monitor is checked in time and none twice', () => {
  const result = simulate(base);
  expect(result.doubled).toBe(0);
  expect(result.unowned).toBe(0);
  expect(result.longestGap).toBeLessThanOrEqual(base.interval + 30 + 2 * base.clockSkew);
});

test('clocks that differ by more than the hand-over margin are found to double checks or to delay them', () => {
  const { doubled, longestGap } = simulate({ ...base, clockSkew: 40 });
  expect(doubled > 0 || longestGap > base.interval + 32).toBe(true);
});
