import { expect, it } from 'vitest';
import type { LatencyPoint } from './latency-points.ts';
import { highest, placeInLane } from './latency-scale.ts';

it('the highest of a stretch is the end of its band, else its median', () => {
  const point: LatencyPoint = { at: 0, median: 2, band: [1, 5], checks: 15, failures: 0 };
  expect([highest(point), highest({ ...point, band: null }), highest({ ...point, band: null, median: null })]).toEqual([
    5,
    2,
    null,
  ]);
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
