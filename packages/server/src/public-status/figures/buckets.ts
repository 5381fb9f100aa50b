import { addSums, noSums, type Sums } from '../../results/rollups/sums.ts';

/**
 * The newest `count` buckets of one width, in a ring of flat arrays: a few bytes a bucket, because there is one ring
 * for each resolution of each monitor. A bucket that was never set is empty.
 */
export interface Buckets {
  set(start: number, sums: Sums): void;
  at(start: number): Sums;
  /** Over the buckets from that start to the newest. */
  sumFrom(start: number, now: number): Sums;
}

/** `width` in milliseconds; buckets are aligned to it. */
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
      // A row that is older than what the ring has come to says nothing any more.
      if ((numbers[slot] ?? -1) > number) return;
      numbers[slot] = number;
      checks[slot] = bucket.checks;
      failures[slot] = bucket.failures;
      sums[slot] = bucket.sum_us;
    },
    sumFrom(start, now) {
      let sum = noSums;
      for (let bucket = start; bucket <= now; bucket += width) {
        const found = at(bucket);
        if (found.checks > 0) sum = addSums(sum, found);
      }
      return sum;
    },
  };
}
