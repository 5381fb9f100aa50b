import type { MonitorAfterChecks, WrittenBucket } from '../../../base/domain/monitor-after-checks.ts';
import { bucketStart, day } from '../../../checks/record/rollups/rollup.ts';
import { type Sums, subtractSums } from '../../../checks/record/rollups/sums.ts';
import type { Buckets } from './buckets.ts';
import type { KnownWebsites } from './known.ts';
import type { PublicMonitorRow } from './website-store.ts';
import { addToQuarter, addToToday } from './website-totals.ts';

/** What became of checks that were recorded in this process. */
export interface AppliedChecks {
  /** Websites with new figures. */
  website_ids: Set<number>;
  /** Those of them in which a monitor went up or down, or began or ceased to be slow. */
  toggled_ids: Set<number>;
  /** Websites of which something must be read first: a monitor that is new, or was edited. */
  unread_ids: Set<number>;
  /** Monitors with checks of an earlier day, which the week before today counts. */
  late_monitor_ids: Set<number>;
}

/**
 * Takes over what checks came to, without reading anything. What is known may be newer already, as when another process
 * checked the same monitor meanwhile: ids of checks and counts only grow, so that what is older is told by them. Buckets
 * that begin after `now` (milliseconds since the epoch) are left to be read when their time comes.
 */
export function applyChecks(known: KnownWebsites, changes: readonly MonitorAfterChecks[], now: number): AppliedChecks {
  const applied: AppliedChecks = {
    ...{ website_ids: new Set(), toggled_ids: new Set() },
    ...{ unread_ids: new Set(), late_monitor_ids: new Set() },
  };
  for (const change of changes) {
    const monitor = known.monitors.get(change.id);
    if (monitor?.revision === change.revision && known.figures.has(change.id)) {
      applied.website_ids.add(monitor.website_id);
      if (takeState(monitor, change)) applied.toggled_ids.add(monitor.website_id);
      if (takeBuckets(known, monitor, change, now)) applied.late_monitor_ids.add(change.id);
    } else applied.unread_ids.add(change.website_id);
  }
  return applied;
}

/** Returns whether the public can see that its state is another one. */
function takeState(monitor: PublicMonitorRow, change: MonitorAfterChecks): boolean {
  if ((change.last_check_id ?? 0) < (monitor.last_check_id ?? 0)) return false;
  const isToggled =
    monitor.is_unobserved === true ||
    monitor.is_up !== change.is_up ||
    (monitor.slow_alert_id === null) !== (change.slow_alert_id === null);
  monitor.is_up = change.is_up;
  monitor.last_check_id = change.last_check_id;
  monitor.last_check_time = change.last_check_time;
  if (change.last_check) monitor.last_response_time_us = change.last_check.response_time_us;
  monitor.outage_alert_id = change.outage_alert_id;
  monitor.slow_alert_id = change.slow_alert_id;
  monitor.outage_began_at = change.outage_began_at;
  return isToggled;
}

/** Returns whether a bucket of an earlier day grew. */
function takeBuckets(
  known: KnownWebsites,
  monitor: PublicMonitorRow,
  change: MonitorAfterChecks,
  now: number,
): boolean {
  const figures = known.figures.get(monitor.id);
  if (!figures) return false;
  const totals = known.totals.get(monitor.website_id);
  for (const bucket of change.quarters) {
    const grown = takeBucket(figures.quarters, bucket, now);
    if (totals && grown) addToQuarter(totals, monitor.kind === 'URL', bucket.bucket_start, grown, known.now);
  }
  let isLate = false;
  for (const bucket of change.days) {
    const grown = takeBucket(figures.days, bucket, now);
    if (totals && grown) addToToday(totals, bucket.bucket_start, grown, known.now);
    isLate ||= bucket.bucket_start < bucketStart(now, day);
  }
  return isLate;
}

/** Returns how much it grew by; null for one that is older than what is known, or begins later than now. */
function takeBucket(buckets: Buckets, bucket: WrittenBucket, now: number): Sums | null {
  const { bucket_start } = bucket;
  const before = buckets.at(bucket_start);
  if (bucket_start > now || bucket.checks < before.checks) return null;
  buckets.set(bucket_start, bucket);
  return subtractSums(buckets.at(bucket_start), before);
}
