import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createIdSet } from './id-set.ts';

it('a set of ids has the added ids and no others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (given) => {
      const ids = createIdSet();
      for (const id of given.sort((one, other) => one - other)) ids.add(id);
      const asked = Array.from({ length: 62 }, (_, id) => id);
      expect(asked.filter(ids.has)).toEqual(given);
    }),
  );
});

it('a set of ids grows beyond its first size, with ids larger than 32 bits', () => {
  const ids = createIdSet();
  const first = 2 ** 40;
  for (let at = 0; at < 3000; at++) ids.add(first + 2 * at);
  const found = Array.from({ length: 6000 }, (_, at) => ids.has(first + at));
  expect(found.every((isThere, at) => isThere === (at % 2 === 0))).toBe(true);
});
