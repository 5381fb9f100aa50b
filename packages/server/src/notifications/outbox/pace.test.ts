import { expect, it } from 'vitest';
import { freeAt, isFull } from './pace.ts';

const limit = { most: 3, milliseconds: 60_000 };

it('lets as many messages go as the limit allows, then waits until the oldest of them is out of its time', () => {
  expect(freeAt(limit, [], 100_000)).toBe(100_000);
  expect(isFull(limit, [90_000, 95_000], 100_000)).toBe(false);
  expect(freeAt(limit, [90_000, 95_000, 99_000], 100_000)).toBe(150_000);
  expect(isFull(limit, [90_000, 95_000, 99_000], 149_999)).toBe(true);
  expect(isFull(limit, [90_000, 95_000, 99_000], 150_000)).toBe(false);
});

it('goes by the newest where more went than the limit allows, as after it was lowered', () => {
  expect(freeAt(limit, [50_000, 90_000, 95_000, 99_000], 100_000)).toBe(150_000);
});
