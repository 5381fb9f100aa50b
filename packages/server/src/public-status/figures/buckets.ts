import { noSums, type Sums } from '../../results/rollups/sums.ts';

/**
 * The newest buckets of one width, in a ring of flat arrays: 20 bytes a bucket, because each monitor has several rings.
 * A bucket that was never set is empty. Times in milliseconds since the epoch.
 */
export interface Buckets {
  set(start: number, sums: Sums): void;
  at(start: number): Sums;
  /** Sum over the buckets from the one that begins at `start` to that of `now`. */
  sumFrom(start: number, now: number): Sums;
}

/** A ring of `count` buckets, each `width` milliseconds wide and aligned to that. */
export function createBuckets(width: number, count: number): Buckets {
  const numbers = new Int32Array(count).fill(-1);
  const checks = new Int32Array(count);
  const failures = new Int32Array(count);
  const sums = new Float64Array(count);

  const at = (start: number): Sums => {
    const number = Math.floor(start / width);
    const slot = number % count;
    if (numbers[slot] !== number) return noSums;
    return { checks: checks[slot] ?? 0, failures: failures[slot] ?? 0, sum_us: sums[slot] ?? 0 };
  };
  return {
    at,
    set(start, bucket) {
      const number = Math.floor(start / width);
      const slot = number % count;
      // The ring has a newer bucket in this slot: the row is too old.
      if ((numbers[slot] ?? -1) > number) return;
      numbers[slot] = number;
      checks[slot] = bucket.checks;
      failures[slot] = bucket.failures;
      sums[slot] = bucket.sum_us;
    },
    sumFrom(start, now) {
      const sum = { ...noSums };
      const last = Math.floor(now / width);
      for (let number = Math.floor(start / width); number <= last; number++) {
        const slot = number % count;
        if (numbers[slot] !== number) continue;
        sum.checks += checks[slot] ?? 0;
        sum.failures += failures[slot] ?? 0;
        sum.sum_us += sums[slot] ?? 0;
      }
      return sum;
    },
  };
}
