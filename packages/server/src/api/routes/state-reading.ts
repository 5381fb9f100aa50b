import { type GoingOn, maintainedAt } from '../../alerts/maintenance/shown-maintenance.ts';
import { decodeLastFault } from '../../base/domain/last-fault.ts';
import { idsOf, type MonitorWithCheck } from '../../checks/monitors/monitor-store.ts';
import { notCheckedAt, readUnchecked, type UncheckedMonitor } from '../../checks/record/faults/unchecked-store.ts';
import { readLastDay } from '../../checks/record/result-store.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import { missingSecrets } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { recentChecksAnswer } from './wire-checks.ts';

/** What a response adds to the rows of monitors: maintenance, and whether they are not checked. */
export const stateReading = (current: GoingOn | undefined, now: number) => ({
  maintained: maintainedAt(current, now),
  notChecked: notCheckedAt(current?.presentSince?.(), now),
});

/** Monitors that are not checked, by id. None when the start of checking is unknown. */
export async function readNotChecked(
  db: Database,
  now: number,
  presentSince: number | undefined,
): Promise<ReadonlyMap<number, UncheckedMonitor>> {
  const unchecked = presentSince === undefined ? [] : await readUnchecked(db, now, presentSince);
  return new Map(unchecked.filter(({ isNotChecked }) => isNotChecked).map((monitor) => [monitor.id, monitor]));
}

interface ReadDeps {
  db: Database;
  secrets: Pick<Secrets, 'opener'>;
  /** The runs in progress; none when absent. */
  current?: GoingOn;
}

/** The shared part of responses about URLs and network monitors, read in a fixed number of statements. */
export async function readSharedAnswers(
  { db, secrets, current }: ReadDeps,
  found: readonly MonitorWithCheck[],
  now: number,
) {
  const lastDay = await readLastDay(db, idsOf(found), now);
  const missing = await missingSecrets(
    found.map(({ monitor }) => monitor),
    secrets,
  );
  const counts = await countsMaintenance(db);
  const { maintained, notChecked } = stateReading(current, now);
  return (monitor: MonitorRow) => ({
    id: monitor.id,
    website_id: monitor.website_id,
    created_at: timeOf(monitor.created_at),
    last_check_time: timeOrNull(monitor.last_check_time),
    ...lastDay(monitor, counts),
    recent_checks: recentChecksAnswer(monitor),
    last_fault: decodeLastFault(monitor.last_fault),
    ...notChecked(monitor),
    ...maintained(monitor),
    ...(missing.has(monitor.id) ? { secrets_missing: true } : {}),
  });
}
