import { expect, it } from 'vitest';
import { keepUnchanged } from './use-public-data.ts';

it('keeps every unchanged part', () => {
  const old = {
    list: [
      { id: 1, days: [1, 2] },
      { id: 2, days: [3] },
    ],
    name: 'a',
  };
  const next = {
    list: [
      { id: 2, days: [3] },
      { id: 1, days: [1, 9] },
    ],
    name: 'a',
  };
  const kept = keepUnchanged(old, next);
  expect(kept).toEqual(next);
  expect(kept.list[0]).toBe(old.list[1]);
  expect(kept.list[1]).not.toBe(old.list[0]);
});

it('returns the old value without changes, and the new value if everything changed', () => {
  const old = [{ id: 1, name: 'a', none: null }];
  expect(keepUnchanged(old, [{ id: 1, name: 'a', none: null }])).toBe(old);
  expect(keepUnchanged(old, [])).toEqual([]);
  const withMore = [{ id: 1, name: 'a', none: null, more: 1 }];
  expect(keepUnchanged<object[]>(old, withMore)).toEqual(withMore);
  expect(keepUnchanged(null, old)).toBe(old);
});
