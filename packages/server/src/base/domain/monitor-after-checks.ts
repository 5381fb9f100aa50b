/** A bucket of a roll-up as it was written: whole, with all checks that it counts. */
export interface WrittenBucket {
  /** Milliseconds since the epoch. */
  bucket_start: number;
  checks: number;
  failures: number;
  /** Response times of the successful checks added up, microseconds. */
  sum_us: number;
  /** How many of the checks were in maintenance, and of the failures. */
  maintenance_checks: number;
  maintenance_failures: number;
}

/** A monitor, with the buckets of its roll-ups, as a committed batch of checks left it. */
export interface MonitorAfterChecks {
  id: number;
  website_id: number;
  revision: number;
  is_up: 0 | 1 | null;
  last_check_id: number | null;
  /** Milliseconds since the epoch. */
  last_check_time: number | null;
  /** The check of `last_check_time`; null when it was recorded before the batch, whose checks are all older then. */
  last_check: { response_time_us: number | null } | null;
  outage_alert_id: number | null;
  slow_alert_id: number | null;
  /** Since when it is down, milliseconds since the epoch. */
  outage_began_at: number | null;
  /** Those that the batch changed. */
  quarters: readonly WrittenBucket[];
  /** Those that the batch changed. */
  days: readonly WrittenBucket[];
}
