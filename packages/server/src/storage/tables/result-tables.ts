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
    /** Null if not measured. */
    response_time_us: nullable(size),
    status_code: nullable(smallint),
    /** In percent. */
    packet_loss: nullable(numberIn('Packet loss', limits.packetLossThresholdPercent, 'percent')),
    metadata_found: nullable(flag),
    error_message: nullable(text),
    /** File name below the screenshots folder. */
    screenshot: nullable(bySchema('file name', screenshotName)),
    /** Encoded as in phases.ts; null if not measured. */
    phases: since(2, nullable(size)),
    /** 1 if it ran during maintenance of its target; else null. */
    in_maintenance: since(2, nullable(literalOne)),
  },
  { key: ['id'] },
);

const statusCounts = nullable(jsonOf(z.record(z.string(), z.int().nonnegative())));

/**
 * Sums over the checks of one monitor in one interval; the same columns for every resolution. Stored in the order of
 * `bucket_start`, then `monitor_id`.
 */
const rollups = archived(
  {
    monitor_id: reference('monitors'),
    bucket_start: time,
    checks: count,
    failures: count,
    /** Checks that were up, but slower than the threshold at that time. */
    slow: count,
    /** Over successful checks, like the next two. */
    sum_us: size,
    min_us: nullable(size),
    max_us: nullable(size),
    /** Mergeable latency sketch of the successful checks; see latency-sketch.ts. */
    sketch,
    /** JSON: checks by status code other than 200, or `timeout`; null without any. */
    status_counts: statusCounts,
    /** How many of the checks, and of the failures, were in maintenance. */
    maintenance_checks: since(2, withDefault(count), () => 0),
    maintenance_failures: since(2, withDefault(count), () => 0),
    /** How long Upvigil watched the target; null if a version wrote the row that did not record it. */
    observed_seconds: since(3, nullable(count)),
  },
  { key: ['bucket_start', 'monitor_id'] },
);

/** When a monitor was disabled. `until_at` is null while it is. */
const disabled_periods = archived(
  { monitor_id: reference('monitors'), from_at: time, until_at: nullable(time) },
  { key: ['monitor_id', 'from_at'], since: 3 },
);

/**
 * Sums over the checks of all monitors of a website in a completed hour or day. Computed from the roll-ups of its
 * monitors, and recomputed when needed, so backups exclude them.
 */
const website_rollups = temporary({
  website_id: id,
  /** Length of the bucket in milliseconds: an hour or a day. */
  width: size,
  bucket_start: time,
  /** Of the website's URLs, like the next two; the other columns are of its network monitors. */
  checks: size,
  failures: size,
  sum_us: size,
  service_checks: size,
  service_failures: size,
  service_sum_us: size,
  /** During maintenance, for URLs and for network monitors. */
  maintenance_checks: withDefault(size),
  maintenance_failures: withDefault(size),
  service_maintenance_checks: withDefault(size),
  service_maintenance_failures: withDefault(size),
  /** Of all monitors; null if unknown for one. */
  observed_seconds: nullable(size),
  status_counts: statusCounts,
});

/** End of each website's roll-ups. No row means that there are none yet. */
const website_rollup_ends = temporary({
  website_id: id,
  /** As in `website_rollups`. */
  width: size,
  /** Every bucket that begins earlier is summed; one without a row had no checks. Later rows are invalid. */
  summed_until: time,
});

export const resultTables = {
  checks,
  rollups_quarter_hourly: rollups,
  rollups_hourly: rollups,
  rollups_daily: rollups,
  disabled_periods,
  website_rollups,
  website_rollup_ends,
};
