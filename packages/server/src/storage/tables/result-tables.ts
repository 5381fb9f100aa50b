import type { ColumnType, Generated } from 'kysely';
import type { Flag, Microseconds, Milliseconds } from './column-types.ts';

export interface CheckTable {
  id: Generated<number>;
  monitor_id: number;
  checked_at: Milliseconds;
  is_up: Flag;
  /** Null when nothing was measured. */
  response_time_us: Microseconds | null;
  status_code: number | null;
  /** Percent. */
  packet_loss: number | null;
  metadata_found: Flag | null;
  error_message: string | null;
  /** File name below the screenshots folder. */
  screenshot: string | null;
  /** Where the time went, in one number; null where that was not measured. */
  phases: number | null;
  /** 1 where it was made while its target was worked on; else null. */
  in_maintenance: 1 | null;
}

/**
 * Sums over the checks of one monitor in one stretch of time; the same shape for every resolution. Stored in the order
 * of `bucket_start`, then `monitor_id`.
 */
export interface RollupTable {
  monitor_id: number;
  bucket_start: Milliseconds;
  checks: number;
  failures: number;
  /** Checks that were up, but slower than the threshold at that time. */
  slow: number;
  /** Over successful checks, as the two that follow. */
  sum_us: Microseconds;
  min_us: Microseconds | null;
  max_us: Microseconds | null;
  /** Mergeable latency sketch of the successful checks; see results/rollups/latency-sketch.ts. */
  sketch: ColumnType<Uint8Array, Uint8Array, Uint8Array>;
  /** JSON: checks by status code other than 200, or `timeout`; null when there were none. */
  status_counts: string | null;
  /** How many of the checks were in maintenance, and of the failures. */
  maintenance_checks: Generated<number>;
  maintenance_failures: Generated<number>;
}

/**
 * Sums over the checks of all monitors of a website in an hour or a day that is over. Made of the roll-ups of its monitors
 * and made anew whenever that is needed: no backup holds them.
 */
export interface WebsiteRollupTable {
  website_id: number;
  /** Of the bucket, milliseconds: an hour or a day. */
  width: number;
  bucket_start: Milliseconds;
  /** Of the website's URLs, as the two that follow; the rest is of its network monitors. */
  checks: number;
  failures: number;
  sum_us: Microseconds;
  service_checks: number;
  service_failures: number;
  service_sum_us: Microseconds;
  /** As of a monitor, of URLs and of network monitors. */
  maintenance_checks: Generated<number>;
  maintenance_failures: Generated<number>;
  service_maintenance_checks: Generated<number>;
  service_maintenance_failures: Generated<number>;
  /** JSON: checks by status code other than 200, or `timeout`; null when there were none. */
  status_counts: string | null;
}

/** How far each website's own roll-ups go. Without a row there are none yet. */
export interface WebsiteRollupEndTable {
  website_id: number;
  /** As in `WebsiteRollupTable`. */
  width: number;
  /** Every bucket that begins before it is summed: one without a row had no checks. Rows after it do not count. */
  summed_until: Milliseconds;
}
