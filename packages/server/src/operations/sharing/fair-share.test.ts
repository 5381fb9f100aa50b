import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareChange } from './fair-share.ts';

test('a single worker takes all', () => {
  expect(shareChange({ workers: 1, monitors: 3000, mine: 0 })).toEqual({ take: 3000, give: 0 });
});

test('a worker that finds a second one gives half back', () => {
  expect(shareChange({ workers: 2, monitors: 3000, mine: 3000 })).toEqual({ take: 0, give: 1500 });
});

test('a small excess is not handed over', () => {
  expect(shareChange({ workers: 2, monitors: 3000, mine: 1540 })).toEqual({ take: 0, give: 0 });
});

test('whatever the numbers, the workers end up with all monitors', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 5000 }), (workers, monitors) => {
      const mine = new Array<number>(workers).fill(0);
      for (let round = 0; round < 3; round++) {
        for (const [at, count] of mine.entries()) {
          const free = monitors - mine.reduce((sum, one) => sum + one, 0);
          const { take, give } = shareChange({ workers, monitors, mine: count });
          mine[at] = count + Math.min(take, free) - give;
        }
      }
      expect(mine.reduce((sum, one) => sum + one, 0)).toBe(monitors);
    }),
  );
});
