import type { FinishedCheck } from '../../../base/domain/check.ts';
import { coveringRun, type RunsAt } from '../../../base/domain/maintenance.ts';
import type { MonitorRow } from '../../../storage/tables.ts';

/** Outages of monitors for a batch of checks. */
export interface FollowedOutages {
  /** The checks that were made in maintenance. */
  inMaintenance: ReadonlySet<FinishedCheck>;
  /** `outage_began_at` of each monitor after its last check. */
  began: ReadonlyMap<number, number | null>;
}

/** Of a row of failures that an older version began, nobody knows when: before any maintenance. */
const longAgo = 0;

/**
 * Follows each monitor through its checks, in their order: since when it is down, and which checks are in maintenance. One that
 * found an outage is only if the outage is not older than the maintenance. `isOvertaken`: a check that came too late to say how
 * its monitor stands.
 */
export function followOutages(
  checks: readonly FinishedCheck[],
  monitorOf: (id: number) => MonitorRow | undefined,
  runsAt: RunsAt,
  isOvertaken: (check: FinishedCheck, monitor: MonitorRow) => boolean,
): FollowedOutages {
  const inMaintenance = new Set<FinishedCheck>();
  const began = new Map<number, number | null>();
  for (const check of checks) {
    const monitor = monitorOf(check.monitor_id);
    if (!monitor) continue;
    const before = began.has(monitor.id) ? (began.get(monitor.id) ?? null) : beganBefore(monitor);
    const now = check.is_up ? null : (before ?? check.checked_at);
    if (!isOvertaken(check, monitor)) began.set(monitor.id, now);
    const runs = runsAt(monitor, check.checked_at);
    if (runs.length > 0 && coveringRun(runs, now ?? check.checked_at) !== null) inMaintenance.add(check);
  }
  return { inMaintenance, began };
}

const beganBefore = ({ outage_streak, outage_began_at }: MonitorRow): number | null =>
  outage_streak > 0 ? (outage_began_at ?? longAgo) : null;

/** As it is stored. */
export const storedBeginning = (began: number | null | undefined): number | null => began || null;
