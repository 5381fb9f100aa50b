import type { FinishedCheck } from '../../../base/domain/check.ts';
import { coveringRun, type RunsAt } from '../../../base/domain/maintenance.ts';
import type { MonitorRow } from '../../../storage/tables.ts';

/** Outages of monitors during a batch of checks. */
export interface FollowedOutages {
  /** The checks during maintenance. */
  inMaintenance: ReadonlySet<FinishedCheck>;
  /** `outage_began_at` of each monitor after its last check. */
  began: ReadonlyMap<number, number | null>;
}

/** Start of an outage that an older version stored without a time: before any maintenance. */
const longAgo = 0;

/**
 * Follows each monitor through its checks in order: the start of its outage, and which checks are in maintenance. A
 * failed check is in maintenance only if the outage is not older than the run. `isOvertaken`: the check came too late
 * to change the monitor's state.
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

/** The stored value. */
export const storedBeginning = (began: number | null | undefined): number | null => began || null;
