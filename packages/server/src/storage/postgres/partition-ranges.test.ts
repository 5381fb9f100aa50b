import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingRanges, mostPartitions, parseBounds, partitionWidth, type TimeRange } from './partition-ranges.ts';

const day = 86_400_000;

test('a partition is a day long, and longer where checks are kept for very long', () => {
  expect([1, 30, 100].map(partitionWidth)).toEqual([day, day, day]);
  expect([101, 365, 3650].map(partitionWidth)).toEqual([2 * day, 4 * day, 37 * day]);
});

test('whole days are covered, and what is covered is left as it is', () => {
  const wanted = { from: 10.5 * day, to: 12.5 * day };
  expect(missingRanges([], wanted, day)).toEqual([10, 11, 12].map((at) => ({ from: at * day, to: (at + 1) * day })));
  expect(missingRanges([{ from: 11 * day, to: 12 * day }], wanted, day)).toHaveLength(2);
  expect(missingRanges([{ from: 0, to: 13 * day }], wanted, day)).toEqual([]);
});

test('another width fits between the partitions that are there', () => {
  const existing = [
    { from: 5 * day, to: 6 * day },
    { from: 7 * day, to: 8 * day },
  ];
  expect(missingRanges(existing, { from: 4 * day, to: 9 * day }, 4 * day)).toEqual([
    { from: 4 * day, to: 5 * day },
    { from: 6 * day, to: 7 * day },
    { from: 8 * day, to: 12 * day },
  ]);
});

const days = (most: number) => fc.integer({ min: 0, max: most }).map((count) => count * day);
const isIn = (time: number) => (range: TimeRange) => range.from <= time && time < range.to;

test('whatever is there, each day is then in exactly one, and there are not many', () => {
  const history = fc.array(fc.tuple(days(400), days(400), fc.integer({ min: 1, max: 400 })), { maxLength: 4 });
  fc.assert(
    fc.property(history, (runs) => {
      let existing: TimeRange[] = [];
      for (const [from, length, keptDays] of runs) {
        const wanted = { from, to: from + length };
        existing = [...existing, ...missingRanges(existing, wanted, partitionWidth(keptDays))];
        for (let time = from; time < wanted.to; time += day) {
          expect(existing.filter(isIn(time))).toHaveLength(1);
        }
      }
    }),
  );
  expect(missingRanges([], { from: 0, to: 3650 * day }, partitionWidth(3650)).length).toBeLessThanOrEqual(
    mostPartitions,
  );
});

test('bounds are read as PostgreSQL writes them', () => {
  expect(parseBounds("FOR VALUES FROM ('-86400000') TO ('0')")).toEqual({ from: -day, to: 0 });
  expect(parseBounds('DEFAULT')).toBeNull();
});
