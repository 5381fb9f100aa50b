import { describe, expect, it } from 'vitest';
import {
  breakAtGaps,
  cutPeaks,
  findGaps,
  formatAxisTime,
  formatTimeTick,
  secondsAbove,
  spreadOf,
  ticksAbove,
  timeTicks,
  valueTicks,
} from './chart-scale.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 0, minutes)).toISOString();
const ms = (minutes: number) => Date.parse(at(minutes));

describe('value ticks', () => {
  it.each([
    [1.31, 3, [0, 1, 2]],
    [0.47, 3, [0, 0.25, 0.5]],
    [100, 5, [0, 25, 50, 75, 100]],
    [0, 3, [0, 0.5, 1]],
    [21.4, 5, [0, 10, 20, 30]],
  ])('for %d in %d steps begin at 0 and end at a round number above', (max, count, ticks) => {
    expect(valueTicks(max, count)).toEqual(ticks);
  });
});

describe('the top of an axis', () => {
  it('is a round number above the 99th percentile, so that one peak does not flatten all other values', () => {
    const values = Array.from({ length: 200 }, (_, index) => (index === 7 ? 60 : 1 + (index % 10) / 10));
    expect(ticksAbove(values, 5)).toEqual([0, 1, 2, 3]);
    expect(ticksAbove([1, 60], 4)).toEqual([0, 25, 50, 75]);
    expect(ticksAbove([], 3)).toEqual([0, 0.5, 1]);
  });

  it('includes a peak up to twice the axis, and clips a higher one', () => {
    const withPeak = (peak: number) => ticksAbove([...Array.from({ length: 200 }, () => 0.9), peak], 5).at(-1);
    expect(withPeak(2.1)).toBeGreaterThanOrEqual(2.1);
    expect(withPeak(3)).toBeGreaterThanOrEqual(3);
    expect(withPeak(3.5)).toBe(1.5);
  });

  it.each([
    ['a fast service', [0.0002, 0.0003], 's', ['0ms', '0.25ms', '0.5ms', '0.75ms', '1ms']],
    ['a fast page', [0.0086], 's', ['0ms', '2.5ms', '5ms', '7.5ms', '10ms']],
    ['a page', [0.03], 's', ['0s', '0.01s', '0.02s', '0.03s', '0.04s']],
    ['a ping', [0.0214], 'ms', ['0ms', '10ms', '20ms', '30ms']],
    ['a ping that takes very long', [14], 'ms', ['0s', '5s', '10s', '15s', '20s']],
    ['a slow ping', [1.892], 'ms', ['0s', '1s', '2s', '3s']],
  ] as const)('has ticks of six characters at most for the times of %s', (_of, seconds, unit, texts) => {
    const ticks = secondsAbove(seconds, 5);
    expect(ticks.map((tick) => formatTimeTick(tick, ticks.at(-1) ?? 0, unit))).toEqual(texts);
  });

  it('has short tick labels for all values', () => {
    for (let exponent = -6; exponent <= 2; exponent += 0.01) {
      for (const unit of ['s', 'ms'] as const) {
        const ticks = secondsAbove([10 ** exponent], 5);
        const texts = ticks.map((tick) => formatTimeTick(tick, ticks.at(-1) ?? 0, unit));
        expect(Math.max(...texts.map(({ length }) => length)), texts.join(' ')).toBeLessThanOrEqual(6);
        expect(new Set(texts).size).toBe(texts.length);
      }
    }
  });

  it('says a value in the unit of its ticks, to three digits', () => {
    expect([
      formatAxisTime(1.892, 2, 'ms'),
      formatAxisTime(0.02144, 0.03, 'ms'),
      formatAxisTime(2.4567, 3, 's'),
    ]).toEqual([...['1.89s', '21.4ms', '2.46s']]);
  });

  it('cuts each stretch of higher values once, at its highest', () => {
    expect(cutPeaks([1, 5, 9, 6, 1, null, 7, null, 3], 3)).toEqual([
      { index: 2, value: 9 },
      { index: 6, value: 7 },
    ]);
    expect(cutPeaks([1, null, 3], 3)).toEqual([]);
  });
});

describe('time ticks', () => {
  it('are round local times, up to the requested number', () => {
    const from = new Date(2026, 10, 20, 3, 20).getTime();
    const ticks = timeTicks(from, from + 24 * 3_600_000, 5);
    expect(ticks.map((tick) => new Date(tick).getHours())).toEqual([6, 12, 18, 0]);
    expect(timeTicks(from, from + 168 * 3_600_000, 5).length).toBeLessThanOrEqual(5);
  });
});

describe('gaps', () => {
  const points = [
    { time: at(0), value: 0.3 },
    { time: at(15), value: 0.4 },
    { time: at(60), value: 0.5 },
    { time: at(75), value: null },
    { time: at(90), value: 0.6 },
  ];

  it('break the line between distant samples', () => {
    expect(breakAtGaps(points, 1_350).map((point) => point.value)).toEqual([0.3, 0.4, null, 0.5, null, 0.6]);
  });

  it('are found between samples and after the last one', () => {
    expect(findGaps(points, 1_350, ms(120))).toEqual([
      { from: ms(15), to: ms(60) },
      { from: ms(60), to: ms(90) },
      { from: ms(90), to: ms(120) },
    ]);
    expect(findGaps(points.slice(0, 2), 1_350, ms(20))).toEqual([]);
    expect(findGaps([], 1_350, ms(20))).toEqual([]);
  });
});

describe('the spread', () => {
  it('ignores missing values, and is null without any value', () => {
    expect(spreadOf([{ value: 1 }, { value: null }, { value: 3 }])).toEqual({ min: 1, average: 2, max: 3 });
    expect(spreadOf([{ value: null }])).toBeNull();
  });
});
