import { dayMs } from '@upvigil/core/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToSketch, emptySketch } from '../../../base/domain/latency-sketch.ts';
import { addChecks, bucketStart, type CountedCheck, emptyRollup, nextBucketStart } from './rollup.ts';

const up = (response_time_us: number): CountedCheck => ({
  is_up: true,
  is_slow: false,
  response_time_us,
  status: null,
});
const down = (status: string | null, response_time_us: number | null = null): CountedCheck => ({
  is_up: false,
  is_slow: false,
  response_time_us,
  status,
});

describe('addChecks', () => {
  test('counts checks, failures and slow ones, and measures only the successful', () => {
    const row = addChecks(emptyRollup(1, 0), [
      { ...up(100), in_maintenance: true },
      { ...up(900), is_slow: true, observed_seconds: 60 },
      { ...down('503', 50), in_maintenance: true },
      { ...down('timeout'), observed_seconds: 5 },
    ]);
    expect(row).toEqual({
      monitor_id: 1,
      bucket_start: 0,
      checks: 4,
      failures: 2,
      slow: 1,
      sum_us: 1000,
      min_us: 100,
      max_us: 900,
      sketch: addToSketch(emptySketch, [100, 900]),
      status_counts: '{"503":1,"timeout":1}',
      maintenance_checks: 2,
      maintenance_failures: 1,
      observed_seconds: 65,
    });
  });

  test('comes to the same in one batch as check by check', () => {
    const check = fc.oneof(
      fc.integer({ min: 1, max: 1e8 }).map(up),
      fc.constantFrom('404', '503', 'timeout', null).map((status) => down(status)),
    );
    fc.assert(
      fc.property(fc.array(check, { maxLength: 50 }), (checks) => {
        const whole = addChecks(emptyRollup(1, 0), checks);
        const steps = checks.reduce((row, one) => addChecks(row, [one]), emptyRollup(1, 0));
        expect(steps).toEqual(whole);
      }),
    );
  });

  test('leaves the row it was given as it was', () => {
    const before = emptyRollup(1, 0);
    addChecks(before, [up(100), down('500')]);
    expect(before).toEqual(emptyRollup(1, 0));
  });
});

test('buckets are aligned to UTC days', () => {
  const noon = Date.UTC(2026, 2, 10, 12, 34);
  expect(bucketStart(noon, dayMs)).toBe(Date.UTC(2026, 2, 10));
  expect(nextBucketStart(noon, dayMs)).toBe(Date.UTC(2026, 2, 11));
  expect(nextBucketStart(Date.UTC(2026, 2, 10), dayMs)).toBe(Date.UTC(2026, 2, 10));
});
