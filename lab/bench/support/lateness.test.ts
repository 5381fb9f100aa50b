import { expect, it } from 'vitest';
import { withLateness } from './lateness.ts';

const latenessOf = (times: readonly (readonly [id: number, at: number])[]): number[] =>
  withLateness(
    times.map(([id, at]) => ({ id, at })),
    1000,
  ).map(({ late }) => late);

it("counts from each monitor's earliest check", () => {
  expect(
    latenessOf([
      [1, 5010],
      [2, 5500],
      [1, 6000],
      [2, 6503],
      [1, 7025],
    ]),
  ).toEqual([10, 0, 25, 0, 3]);
});

it('tells a check that was left out from one that is late', () => {
  expect(
    latenessOf([
      [1, 0],
      [1, 3004],
    ]),
  ).toEqual([0, 4]);
});
