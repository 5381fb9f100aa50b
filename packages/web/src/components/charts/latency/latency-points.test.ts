import { expect, it } from 'vitest';
import {
  highest,
  joinOutages,
  type LatencyPoint,
  latencyPoints,
  outagesOf,
  stretchBars,
  stretchMs,
} from './latency-points.ts';

const begin = Date.parse('2026-11-22T00:00:00Z');
const stretch = (index: number, failures = 0) => ({
  time: new Date(begin + index * stretchMs).toISOString(),
  checks: 15,
  failures,
  p5_response_time: failures === 15 ? null : 0.2,
  p50_response_time: failures === 15 ? null : 0.4,
  p95_response_time: failures === 15 ? null : 0.9,
});
const points = latencyPoints([stretch(0), stretch(1, 15), stretch(2, 15), stretch(3, 2), stretch(9)], 60);

it('draws the median within its band, and breaks the line in a gap', () => {
  expect(points.map(({ median }) => median)).toEqual([0.4, null, null, 0.4, null, 0.4]);
  expect(points[0]?.band).toEqual([0.2, 0.9]);
});

it('draws a continuous line for a long check interval', () => {
  const hourly = latencyPoints([stretch(0), stretch(4), stretch(8)], 3600);
  expect(hourly.map(({ median }) => median)).toEqual([0.4, 0.4, 0.4]);
  expect(latencyPoints([stretch(0), stretch(2)], 60)).toHaveLength(3);
});

it('merges adjacent outages', () => {
  expect(
    joinOutages(
      [
        { from: 5, to: 9 },
        { from: 20, to: 30 },
      ],
      [
        { from: 8, to: 12 },
        { from: 1, to: 2 },
      ],
    ),
  ).toEqual([
    { from: 1, to: 2 },
    { from: 5, to: 12 },
    { from: 20, to: 30 },
  ]);
});

it('is an outage from the first to the last step in which every check failed', () => {
  expect(outagesOf(points)).toEqual([{ from: begin + stretchMs, to: begin + 3 * stretchMs }]);
});

it('has a bar for each step: up, mostly failed, some failed, no checks', () => {
  const bars = stretchBars(points, begin, begin + 10 * stretchMs);
  expect(bars.map(({ tone }) => tone)).toEqual([
    'up',
    'down',
    'down',
    'warn',
    ...Array.from({ length: 5 }, () => 'none'),
    'up',
  ]);
});

it('the maximum of a step is the top of its band, or its median', () => {
  const point: LatencyPoint = { at: 0, median: 2, band: [1, 5], checks: 15, failures: 0 };
  expect([highest(point), highest({ ...point, band: null }), highest({ ...point, band: null, median: null })]).toEqual([
    5,
    2,
    null,
  ]);
});
