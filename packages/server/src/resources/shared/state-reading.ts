import { type GoingOn, maintainedAt } from '../../maintenance/shown-now.ts';
import { notCheckedAt } from '../../results/faults/unchecked-store.ts';

/** What answers say of monitors at one moment besides their rows: maintenance, and that they are not checked. */
export const stateReading = (current: GoingOn | undefined, now: number) => ({
  maintained: maintainedAt(current, now),
  notChecked: notCheckedAt(current?.presentSince?.(), now),
});
