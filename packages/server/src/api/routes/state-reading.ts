import { type GoingOn, maintainedAt } from '../../alerts/maintenance/shown-maintenance.ts';
import { notCheckedAt, readUnchecked, type UncheckedMonitor } from '../../checks/record/faults/unchecked-store.ts';
import type { Database } from '../../storage/database.ts';

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
