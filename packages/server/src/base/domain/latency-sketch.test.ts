import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToSketch, emptySketch, mergeSketches, sketchPercentile, sketchRelativeError } from './latency-sketch.ts';

const times = fc.array(fc.integer({ min: 1, max: 120_000_000 }), { minLength: 1, maxLength: 300 });
const sketchOf = (values: readonly number[]) => addToSketch(emptySketch, values);

/** The value that `percent` of the sorted values do not exceed. */
function exactPercentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? Number.NaN;
}

describe('a latency sketch', () => {
  test('answers any percentile within its relative error', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 100 }), (values, percent) => {
        const exact = exactPercentile(values, percent);
        const estimate = sketchPercentile(sketchOf(values), percent) ?? Number.NaN;
        expect(Math.abs(estimate - exact) / exact).toBeLessThanOrEqual(sketchRelativeError + 1e-9);
      }),
    );
  });

  test('is the same however its parts are merged', () => {
    fc.assert(
      fc.property(times, times, times, (a, b, c) => {
        const [one, two, three] = [sketchOf(a), sketchOf(b), sketchOf(c)];
        const whole = sketchOf([...a, ...b, ...c]);
        expect(mergeSketches([one, mergeSketches([two, three])])).toEqual(whole);
        expect(mergeSketches([mergeSketches([three, one]), two])).toEqual(whole);
      }),
    );
  });

  test('says nothing without values, and merging with nothing changes nothing', () => {
    expect(sketchPercentile(emptySketch, 50)).toBeNull();
    const sketch = sketchOf([1000, 2000]);
    expect(mergeSketches([emptySketch, sketch, emptySketch])).toEqual(sketch);
  });

  test('takes times of zero and times beyond its range', () => {
    expect(sketchPercentile(sketchOf([0]), 50)).toBe(1);
    expect(sketchPercentile(sketchOf([1e12]), 50)).toBeGreaterThan(1e9);
  });

  test('keeps counts beyond one byte', () => {
    const sketch = sketchOf([...Array<number>(70_000).fill(1000), 5_000_000]);
    expect(sketch.length).toBeLessThan(10);
    expect(sketchPercentile(sketch, 50)).toBeCloseTo(1000, -2);
    expect(sketchPercentile(sketch, 100)).toBeGreaterThan(4_900_000);
  });

  test('holds a day of a steady page in a few dozen bytes', () => {
    const day = Array.from({ length: 1440 }, (_, minute) => 180_000 + ((minute * 7919) % 40_000));
    expect(sketchOf(day).length).toBeLessThanOrEqual(40);
  });
});
