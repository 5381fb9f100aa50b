import { expect, it } from 'vitest';
import { loneDot } from './lone-dot.tsx';

/** Indexes of the samples that get a dot. */
function dotsOf(values: readonly (number | null)[]): number[] {
  const Dot = loneDot(values, 'red');
  if (!Dot) return [];
  const drawn = values.map((value, index) => Dot({ cx: index, cy: value, index }));
  return drawn.flatMap(({ type }, index) => (type === 'circle' ? [index] : []));
}

it('draws a sample between two gaps as a dot', () => {
  expect(dotsOf([1, null, 2, null, 3, 4, null, 0])).toEqual([0, 2, 7]);
});

it('draws no dot if every sample has a neighbour', () => {
  expect(loneDot([1, 2, null, 3, 4], 'red')).toBe(false);
  expect(loneDot([null, null], 'red')).toBe(false);
});
