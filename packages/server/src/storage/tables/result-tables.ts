import { screenshotName } from '@upvigil/core/contract/files';
import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import {
  bySchema,
  count,
  flag,
  generatedId,
  id,
  jsonOf,
  literalOne,
  nullable,
  numberIn,
  reference,
  since,
  size,
  sketch,
  smallint,
  text,
  time,
  withDefault,
} from './columns.ts';
import { archived, temporary } from './table.ts';

const checks = archived(
  {
    id: generatedId,
    monitor_id: reference('monitors'),
    checked_at: time,
    is_up: flag,
    /** Null when nothing was measured. */
    response_time_us: nullable(size),
    status_code: nullable(smallint),
    /** Percent. */
    packet_loss: nullable(numberIn('Packet loss', limits.packetLossThresholdPercent, 'percent')),
    metadata_found: nullable(flag),
    error_message: nullable(text),
    /** File name below the screenshots folder. */
    screenshot: nullable(bySchema('file name', screenshotName)),
    /** Where the time went, in one number; null where that was not measured. */
    phases: since(2, nullable(size)),
    /** 1 where it was made during maintenance of its target; else null. */
    in_maintenance: since(2, nullable(literalOne)),
  },
  { key: ['id'] },
);

const statusCounts = nullable(jsonOf(z.record(z.string(), z.int().nonnegative())));

/**
 * Sums over the checks of one monitor in one stretch of time; the same shape for every resolution. Stored in the order
 * of `bucket_start`, then `monitor_id`.
 */
const rollups = archived(
  {
    monitor_id: reference('monitors'),
    bucket_start: time,
    checks: count,
    failures: count,
    /** Checks that were up, but slower than the threshold at that time. */
    slow: count,
    /** Over successful checks, as the two that follow. */
    sum_us: size,
    min_us: nullable(size),
    max_us: nullable(size),
    /** Mergeable latency sketch of the successful checks; see domain/latency-sketch.ts. */
    sketch,
    /** JSON: checks by status code other than 200, or `timeout`; null when there were none. */
    status_counts: statusCounts,
    /** How many of the checks were in maintenance, and of the failures. */
    maintenance_checks: since(2, withDefault(count), () => 0),
    maintenance_failures: since(2, withDefault(count), () => 0),
  },
  { key: ['bucket_start', 'monitor_id'] },
);

/**
 * Sums over the checks of all monitors of a website in an hour or a day that is over. Made of the roll-ups of its monitors
 * and made anew whenever that is needed: no backup holds them.
 */
const website_rollups = temporary({
  website_id: id,
  /** Of the bucket, milliseconds: an hour or a day. */
  width: size,
  bucket_start: time,
  /** Of the website's URLs, as the two that follow; the rest is of its network monitors. */
  checks: size,
  failures: size,
  sum_us: size,
  service_checks: size,
  service_failures: size,
  service_sum_us: size,
  /** As of a monitor, of URLs and of network monitors. */
  maintenance_checks: withDefault(size),
  maintenance_failures: withDefault(size),
  service_maintenance_checks: withDefault(size),
  service_maintenance_failures: withDefault(size),
  status_counts: statusCounts,
});

/** How far each website's own roll-ups go. Without a row there are none yet. */
const website_rollup_ends = temporary({
  website_id: id,
  /** As in `website_rollups`. */
  width: size,
  /** Every bucket that begins before it is summed: one without a row had no checks. Rows after it do not count. */
  summed_until: time,
});

export const resultTables = {
  checks,
  rollups_quarter_hourly: rollups,
  rollups_hourly: rollups,
  rollups_daily: rollups,
  website_rollups,
  website_rollup_ends,
};
