import { describe, expect, it } from 'vitest';
import { noSums } from '../../../checks/record/rollups/sums.ts';
import { createBuckets } from './buckets.ts';

const width = 100;
const sums = (checks: number) => ({
  ...noSums,
  checks,
  failures: 1,
  sum_us: checks * 1000,
  maintenance_checks: checks - 1,
});

describe('the newest buckets', () => {
  it('are found by any moment within them; what was never set is empty', () => {
    const buckets = createBuckets(width, 3);
    buckets.set(500, sums(4));
    expect([buckets.at(500), buckets.at(599)]).toEqual([sums(4), sums(4)]);
    expect([buckets.at(0), buckets.at(200), buckets.at(600), buckets.at(800)]).toEqual([
      noSums,
      noSums,
      noSums,
      noSums,
    ]);
  });

  it('take the place of those that are too old, and never the other way round', () => {
    const buckets = createBuckets(width, 3);
    buckets.set(500, sums(4));
    buckets.set(800, sums(7));
    buckets.set(500, sums(5));
    expect([buckets.at(500), buckets.at(800)]).toEqual([noSums, sums(7)]);
    buckets.set(800, sums(8));
    expect(buckets.at(800)).toEqual(sums(8));
  });

  it('are added up from a start to the newest', () => {
    const buckets = createBuckets(width, 5);
    for (const start of [500, 600, 800]) buckets.set(start, sums(start / 100));
    expect(buckets.sumFrom(600, 800)).toEqual({ ...sums(14), failures: 2, maintenance_checks: 12 });
    expect(buckets.sumFrom(600, 799)).toEqual(sums(6));
    expect(buckets.sumFrom(900, 800)).toEqual(noSums);
  });
});
