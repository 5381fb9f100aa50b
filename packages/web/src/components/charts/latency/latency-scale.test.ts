import { expect, it } from 'vitest';
import type { LatencyPoint } from './latency-points.ts';
import { axisReach, cutPeaks, placeInLane } from './latency-scale.ts';

const points = (highs: readonly (number | null)[]): LatencyPoint[] =>
  highs.map((high, at) => ({
    at,
    median: high && high / 2,
    band: high === null ? null : [high / 4, high],
    checks: 15,
    failures: 0,
  }));
const day = (...peaks: number[]) => points([...Array.from({ length: 96 }, () => 1), ...peaks]);

it('holds all but the rarest stretch, with some room above', () => {
  expect(axisReach(day())).toBeCloseTo(1.15);
  expect(axisReach(day(40))).toBeCloseTo(1.15);
  expect(axisReach(day(40, 40, 40))).toBeCloseTo(46);
  expect(axisReach([])).toBe(0);
});

it('names what it cuts, of neighbours only the highest', () => {
  expect(cutPeaks(points([1, 5, 9, 7, 1, null, 6]), 2)).toEqual([
    { at: 2, value: 9 },
    { at: 6, value: 6 },
  ]);
  expect(cutPeaks(points([1, 2]), 2)).toEqual([]);
});

it('keeps words above a plot apart and within it; those named first stay', () => {
  const placed = placeInLane(
    [
      { text: 'slow over 5s', x: 0 },
      { text: '9.00s', x: 60, markPx: 11 },
      { text: '7.00s', x: 200 },
      { text: '6.00s', x: 400 },
    ],
    { x: 40, width: 360 },
  );
  expect(placed.map(({ text }) => text)).toEqual(['slow over 5s', '7.00s', '6.00s']);
  expect(placed[0]?.x).toBe(40);
  expect(placed.at(-1)?.x).toBeLessThan(400 - 25);
});
