import { dayMs, hourMs, minuteMs } from '@upvigil/core/time';
import { addToSketch, emptySketch } from '../../../base/domain/latency-sketch.ts';
import type { RollupRow } from '../../../storage/tables.ts';

/** In milliseconds. */
export const quarterHour = 15 * minuteMs;

/** The three resolutions, finest first. Their rows have the same columns. */
export const rollupTables = ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const;
export type RollupTableName = (typeof rollupTables)[number];

/** Width of a bucket in each resolution, in milliseconds. */
export const bucketWidths: Readonly<Record<RollupTableName, number>> = {
  rollups_quarter_hourly: quarterHour,
  rollups_hourly: hourMs,
  rollups_daily: dayMs,
};

/**
 * Start of the bucket that contains a time. Buckets begin at whole quarters, hours and days of UTC. All in
 * milliseconds.
 */
export const bucketStart = (at: number, width: number): number => Math.floor(at / width) * width;
/** Start of the first bucket at or after a time. */
export const nextBucketStart = (at: number, width: number): number => Math.ceil(at / width) * width;

/** Starts of all buckets from `from` (included) to `to` (excluded). */
export function bucketStarts(from: number, to: number, width: number): number[] {
  const first = nextBucketStart(from, width);
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / width)) }, (_, at) => first + at * width);
}

/** The fields of a check that roll-ups count. */
export interface CountedCheck {
  is_up: boolean;
  is_slow: boolean;
  response_time_us: number | null;
  /**
   * Its key in `status_counts`: a code other than 200, or `timeout`. Null (not counted) for 200 and for network
   * monitors.
   */
  status: string | null;
  /** Whether its target was in maintenance; absent means no. */
  in_maintenance?: boolean;
  /** The observed time that it adds; see coverage.ts. Absent means none. */
  observed_seconds?: number;
}

/** A row without checks. `start`: of its bucket, milliseconds since the epoch. */
export const emptyRollup = (monitorId: number, start: number): RollupRow => ({
  monitor_id: monitorId,
  bucket_start: start,
  checks: 0,
  failures: 0,
  slow: 0,
  sum_us: 0,
  min_us: null,
  max_us: null,
  sketch: emptySketch,
  status_counts: null,
  maintenance_checks: 0,
  maintenance_failures: 0,
  observed_seconds: 0,
});

export function addChecks(row: RollupRow, checks: readonly CountedCheck[]): RollupRow {
  const sum = { ...row };
  const times: number[] = [];
  for (const check of checks) {
    sum.checks += 1;
    if (!check.is_up) sum.failures += 1;
    if (check.is_slow) sum.slow += 1;
    if (check.in_maintenance) countMaintenance(sum, check);
    const time = check.response_time_us;
    if (!check.is_up || time === null) continue;
    times.push(time);
    sum.sum_us += time;
    sum.min_us = sum.min_us === null ? time : Math.min(sum.min_us, time);
    sum.max_us = sum.max_us === null ? time : Math.max(sum.max_us, time);
  }
  sum.sketch = addToSketch(row.sketch, times);
  sum.status_counts = addStatuses(row.status_counts, checks);
  const observed = checks.reduce((seconds, check) => seconds + (check.observed_seconds ?? 0), 0);
  sum.observed_seconds = row.observed_seconds === null ? null : row.observed_seconds + observed;
  return sum;
}

function countMaintenance(sum: RollupRow, { is_up }: CountedCheck): void {
  sum.maintenance_checks += 1;
  if (!is_up) sum.maintenance_failures += 1;
}

function addStatuses(counts: string | null, checks: readonly CountedCheck[]): string | null {
  if (checks.every((check) => check.status === null)) return counts;
  const sum = parseStatusCounts(counts);
  for (const { status } of checks) {
    if (status !== null) sum[status] = (sum[status] ?? 0) + 1;
  }
  return JSON.stringify(sum);
}

/** Parses a `status_counts` column. */
export const parseStatusCounts = (counts: string | null): Record<string, number> =>
  counts === null ? {} : (JSON.parse(counts) as Record<string, number>);
