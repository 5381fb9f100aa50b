import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareRows, windowAround } from './windows.ts';

test('a window shows the selected row, and never past the ends of a list', () => {
  expect([0, 5, 9].map((selected) => windowAround(10, selected, 4))).toEqual([
    { start: 0, end: 4 },
    { start: 3, end: 7 },
    { start: 6, end: 10 },
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), fc.integer({ min: 1, max: 60 }), (count, any, height) => {
      const selected = any % count;
      const { start, end } = windowAround(count, selected, height);
      return start >= 0 && end <= count && start <= selected && selected < end && end - start <= height;
    }),
  );
});

describe('lines shared between lists', () => {
  const list = (wants: number, weight = 1, least = 1) => ({ wants, weight, least });

  test('give each list what it wants if there are enough, otherwise by weight', () => {
    expect(shareRows(10, [list(3), list(4)])).toEqual([3, 4]);
    expect(shareRows(9, [list(20, 2), list(20, 1)])).toEqual([6, 3]);
    expect(shareRows(9, [list(2, 2), list(20, 1)])).toEqual([2, 7]);
  });

  test('leave each list its minimum, and drop the last lists if even that does not fit', () => {
    expect(shareRows(6, [list(20, 9), list(20, 1, 3)])).toEqual([3, 3]);
    expect(shareRows(4, [list(9, 1, 3), list(9, 1, 3)])).toEqual([3, 1]);
  });
});
