import { expect, it } from 'vitest';
import {
  highest,
  joinOutages,
  type LatencyPoint,
  latencyPoints,
  outagesOf,
  slowPeriods,
  stretchBars,
} from './latency-points.ts';

const stretchMs = 900_000;
const begin = Date.parse('2026-11-22T00:00:00Z');
const stretch = (index: number, failures = 0) => ({
  time: new Date(begin + index * stretchMs).toISOString(),
  checks: 15,
  failures,
  p5_response_time: failures === 15 ? null : 0.2,
  p50_response_time: failures === 15 ? null : 0.4,
  p95_response_time: failures === 15 ? null : 0.9,
});
const points = latencyPoints([stretch(0), stretch(1, 15), stretch(2, 15), stretch(3, 2), stretch(9)], 60, stretchMs);

it('draws the median within its band, and breaks the line in a gap', () => {
  expect(points.map(({ median }) => median)).toEqual([0.4, null, null, 0.4, null, 0.4]);
  expect(points[0]?.band).toEqual([0.4, 0.9]);
});

it('draws a line over what is only a long interval', () => {
  const hourly = latencyPoints([stretch(0), stretch(4), stretch(8)], 3600, stretchMs);
  expect(hourly.map(({ median }) => median)).toEqual([0.4, 0.4, 0.4]);
  expect(latencyPoints([stretch(0), stretch(2)], 60, stretchMs)).toHaveLength(3);
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

it('is an outage where every check failed, from the first such stretch to the last', () => {
  expect(outagesOf(points, stretchMs)).toEqual([{ from: begin + stretchMs, to: begin + 3 * stretchMs }]);
});

it('has a bar for each stretch: up, mostly failed, some failed, nothing checked', () => {
  const bars = stretchBars(points, { from: begin, to: begin + 10 * stretchMs, bucketMs: stretchMs });
  expect(bars.map(({ tone }) => tone)).toEqual([
    'up',
    'down',
    'down',
    'warn',
    ...Array.from({ length: 5 }, () => 'none'),
    'up',
  ]);
});

it('is amber in a stretch where one of 20 checks or more was slow', () => {
  const slow = (count: number) => ({ ...stretch(0), checks: 40, slow: count });
  const oneStretch = { from: begin, to: begin + stretchMs, bucketMs: stretchMs };
  const toneOf = (count: number) => stretchBars(latencyPoints([slow(count)], 60, stretchMs), oneStretch)[0]?.tone;
  expect([0, 1, 2, 40].map(toneOf)).toEqual(['up', 'up', 'warn', 'warn']);
});

it('knows from when to when checks were slow', () => {
  const slow = (index: number) => ({ ...stretch(index), slow: 9 });
  const found = slowPeriods(
    latencyPoints([stretch(0), slow(1), slow(2), stretch(3), slow(4)], 60, stretchMs),
    stretchMs,
  );
  expect(found.map(({ from, to }) => [(from - begin) / stretchMs, (to - begin) / stretchMs])).toEqual([
    [1, 3],
    [4, 5],
  ]);
});

it('is blue in a stretch of maintenance, unless more failed than that explains', () => {
  const kept = { ...stretch(0, 3), maintenance_checks: 10 };
  const bars = (given: object) =>
    stretchBars(latencyPoints([{ ...kept, ...given }], 60, stretchMs), {
      from: begin,
      to: begin + stretchMs,
      bucketMs: stretchMs,
    });
  expect([bars({}), bars({ failures: 12 })].map(([bar]) => bar?.tone)).toEqual(['info', 'down']);
});

it('the highest of a stretch is the end of its band, else its median', () => {
  const point: LatencyPoint = { at: 0, median: 2, band: [1, 5], checks: 15, failures: 0, slow: 0, maintenance: 0 };
  expect([highest(point), highest({ ...point, band: null }), highest({ ...point, band: null, median: null })]).toEqual([
    5,
    2,
    null,
  ]);
});
