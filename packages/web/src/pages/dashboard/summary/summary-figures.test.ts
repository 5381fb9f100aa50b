import { expect, it } from 'vitest';
import { issueBars, percentChange, sharesOf } from './summary-figures.ts';

it('scales hours by their issues, with a dot for an hour without any', () => {
  const bars = issueBars([
    { down: 0, slow: 0 },
    { down: 0, slow: 1 },
    { down: 1, slow: 3 },
  ]);
  expect(bars.map(({ tone }) => tone)).toEqual(['none', 'warn', 'down']);
  expect(bars[2]?.height).toBe(1);
  expect(bars[1]?.height).toBeLessThan(1);
  expect(bars[0]?.height).toBe(0);
});

it('excludes unchecked services', () => {
  expect(sharesOf(5, { up: 2, slow: 0, down: 1 }).map(({ count }) => count)).toEqual([2, 0, 1, 2]);
});

it('shows the change of a time in percent, if an earlier one exists', () => {
  expect(percentChange(0.56, 0.5)).toBe(12);
  expect(percentChange(0.5, 1)).toBe(-50);
  expect(percentChange(null, 1)).toBeNull();
  expect(percentChange(1, null)).toBeNull();
  expect(percentChange(1, 0)).toBeNull();
});
