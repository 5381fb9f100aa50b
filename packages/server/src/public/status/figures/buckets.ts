import { noSums, type Sums } from '../../../checks/record/rollups/sums.ts';

/** The newest buckets of one width. One that was never set is empty. Times in milliseconds since the epoch. */
export interface Buckets {
  set(start: number, sums: Sums): void;
  at(start: number): Sums;
  /** Sum over the buckets from the one that begins at `start` to that of `now`. */
  sumFrom(start: number, now: number): Sums;
}

/** Bytes of a bucket, and where in it stands what. Its number is how many of its width lie between the epoch and it. */
const bucketBytes = 28;
const offsets = { number: 0, checks: 4, failures: 8, sum_us: 12, maintenance_checks: 20, maintenance_failures: 24 };
const numberAt = (ring: DataView, place: number): number => ring.getInt32(place + offsets.number);

/**
 * A ring of `count` buckets, each `width` milliseconds wide and aligned to that. All of it is one stretch of memory, because
 * each monitor has several rings: an array for each figure would take a kilobyte more, for the arrays themselves.
 */
export function createBuckets(width: number, count: number): Buckets {
  const ring = new DataView(new ArrayBuffer(count * bucketBytes));
  const placeOf = (number: number): number => (number % count) * bucketBytes;

  const at = (start: number): Sums => {
    const number = Math.floor(start / width);
    const place = placeOf(number);
    if (numberAt(ring, place) !== number) return noSums;
    return {
      checks: ring.getInt32(place + offsets.checks),
      failures: ring.getInt32(place + offsets.failures),
      sum_us: ring.getFloat64(place + offsets.sum_us),
      maintenance_checks: ring.getInt32(place + offsets.maintenance_checks),
      maintenance_failures: ring.getInt32(place + offsets.maintenance_failures),
    };
  };
  return {
    at,
    set(start, { checks, failures, sum_us, maintenance_checks, maintenance_failures }) {
      const number = Math.floor(start / width);
      const place = placeOf(number);
      // The ring has a newer bucket in this place: the row is too old.
      if (numberAt(ring, place) > number) return;
      ring.setInt32(place + offsets.number, number);
      ring.setInt32(place + offsets.checks, checks);
      ring.setInt32(place + offsets.failures, failures);
      ring.setFloat64(place + offsets.sum_us, sum_us);
      ring.setInt32(place + offsets.maintenance_checks, maintenance_checks);
      ring.setInt32(place + offsets.maintenance_failures, maintenance_failures);
    },
    sumFrom(start, now) {
      const sum = { ...noSums };
      const last = Math.floor(now / width);
      for (let number = Math.floor(start / width); number <= last; number++) {
        const place = placeOf(number);
        if (numberAt(ring, place) !== number) continue;
        sum.checks += ring.getInt32(place + offsets.checks);
        sum.failures += ring.getInt32(place + offsets.failures);
        sum.sum_us += ring.getFloat64(place + offsets.sum_us);
        sum.maintenance_checks += ring.getInt32(place + offsets.maintenance_checks);
        sum.maintenance_failures += ring.getInt32(place + offsets.maintenance_failures);
      }
      return sum;
    },
  };
}
