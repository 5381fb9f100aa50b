import { expect, it } from 'vitest';
import { planLife } from './plan-life.ts';
import { createRandom } from './random.ts';

const plans = (seed: number, hasBackup: boolean) => {
  const random = createRandom(seed);
  return Array.from({ length: 1000 }, () => planLife(random, hasBackup));
};

it('a seed gives the same lives again, and another one others', () => {
  expect(plans(1, true)).toEqual(plans(1, true));
  expect(plans(2, true)).not.toEqual(plans(1, true));
});

it('of a thousand kills some come while the product starts, and some lives end with a restore', () => {
  const all = plans(1, true);
  const starting = all.filter(({ phase }) => phase === 'starting');
  expect(starting.length).toBeGreaterThan(100);
  expect(starting.filter(({ restores }) => restores)).toEqual([]);
  expect(all.filter(({ restores }) => restores).length).toBeGreaterThan(80);
  expect(Math.max(...starting.map(({ killAfterMs }) => killAfterMs))).toBeLessThan(1500);
  expect(Math.max(...all.map(({ killAfterMs }) => killAfterMs))).toBeGreaterThan(1400);
});

it('nothing is restored while there is no backup, and the moments stay', () => {
  const moments = (hasBackup: boolean) => plans(1, hasBackup).map(({ killAfterMs }) => killAfterMs);
  expect(plans(1, false).filter(({ restores }) => restores)).toEqual([]);
  expect(moments(false)).toEqual(moments(true));
});
