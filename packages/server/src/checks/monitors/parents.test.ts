import { expect, it } from 'vitest';
import { ancestorsOf, parentProblem } from './parents.ts';

const chain = (...ids: readonly number[]): Map<number, number> =>
  new Map(ids.slice(1).map((parent, at) => [ids[at] ?? 0, parent]));

it('finds ancestors, nearest first, also in a cycle', () => {
  expect(ancestorsOf(chain(1, 2, 3), 1)).toEqual([2, 3]);
  expect(ancestorsOf(chain(1, 2, 3, 1), 1)).toEqual([2, 3, 1]);
  expect(ancestorsOf(new Map(), 1)).toEqual([]);
});

it('refuses itself and its descendants as a parent', () => {
  expect(parentProblem(new Map(), 1, 1)).toBe('Parent must not depend on this monitor');
  expect(parentProblem(chain(1, 2, 3), 3, 1)).toBe('Parent must not depend on this monitor');
  expect(parentProblem(chain(1, 2), 1, 3)).toBeNull();
});

it('allows five ancestors, also to its descendants', () => {
  const tooDeep = 'Parent must leave each monitor at most 5 ancestors';
  expect(parentProblem(chain(1, 2, 3, 4, 5), null, 1)).toBeNull();
  expect(parentProblem(chain(1, 2, 3, 4, 5, 6), null, 1)).toBe(tooDeep);
  expect(parentProblem(new Map([...chain(1, 2, 3), ...chain(4, 5, 6)]), 3, 4)).toBeNull();
  expect(parentProblem(new Map([...chain(1, 2, 3), ...chain(4, 5, 6, 7)]), 3, 4)).toBe(tooDeep);
});
