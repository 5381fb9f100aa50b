import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { limits } from '@upvigil/core/limits';

/** Actions with a panel that shows what they change. */
export type PanelAction =
  | 'enable'
  | 'disable'
  | 'check'
  | 'mute'
  | 'acknowledge'
  | 'maintenance'
  | 'interval'
  | 'tags'
  | 'move'
  | 'delete';
/** The others open the form on the page of the website. */
export type MonitorAction = PanelAction | 'edit' | 'duplicate';

/** Selected monitors of the list. */
export interface Selection {
  /** By id, as they were when they were selected. */
  monitors: ReadonlyMap<number, ListedMonitor>;
  /** Start of a range. */
  anchor: number | null;
  /** Number of all matching monitors if all are selected, also those that are not loaded; otherwise null. */
  allCount: number | null;
}

export const noSelection: Selection = { monitors: new Map(), anchor: null, allCount: null };

export const selectedCount = ({ monitors, allCount }: Selection): number => allCount ?? monitors.size;

export const isSelected = ({ monitors, allCount }: Selection, id: number): boolean =>
  allCount !== null || monitors.has(id);

/** Selects or clears a monitor; with `isRange` all between it and the one before. `rows`: the shown monitors. */
export function withToggled(
  selection: Selection,
  rows: readonly ListedMonitor[],
  { id, isRange }: { id: number; isRange: boolean },
): Selection {
  const isOn = !isSelected(selection, id);
  const before = selection.allCount === null ? selection.monitors : byId(rows);
  const changed = isRange ? rowsBetween(rows, selection.anchor, id) : rows.filter((row) => row.id === id);
  const monitors = new Map(before);
  for (const row of changed) {
    if (isOn) monitors.set(row.id, row);
    else monitors.delete(row.id);
  }
  return { monitors, anchor: id, allCount: null };
}

/** Selects all shown monitors, or clears the selection if they all are selected. */
export function withAllShown(selection: Selection, rows: readonly ListedMonitor[]): Selection {
  if (rows.every(({ id }) => isSelected(selection, id))) return noSelection;
  return { ...noSelection, monitors: new Map([...selection.monitors, ...byId(rows)]) };
}

const byId = (rows: readonly ListedMonitor[]) => new Map(rows.map((row) => [row.id, row]));

/** The rows from one to another, in either direction; the second alone without the first. */
function rowsBetween(rows: readonly ListedMonitor[], anchor: number | null, id: number): readonly ListedMonitor[] {
  const to = rows.findIndex((row) => row.id === id);
  const found = rows.findIndex((row) => row.id === anchor);
  const from = found < 0 ? to : found;
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Why an action is not possible for the selection; undefined if it is. */
export function reasonUnfit(action: MonitorAction, { monitors, allCount }: Selection): string | undefined {
  const count = allCount ?? monitors.size;
  if (action === 'duplicate' && (allCount !== null || count !== 1)) return 'Select one monitor to duplicate it';
  if (action === 'maintenance' && count > limits.maintenance.targets)
    return `Maintenance lists at most ${limits.maintenance.targets} monitors: start it for tags or websites instead`;
  if (allCount === null && count > limits.bulkIds)
    return `Select at most ${limits.bulkIds.toLocaleString('en')} monitors, or all that match`;
  return undefined;
}

/** '4 selected in 3 websites' without the count: ' in 3 websites'; empty if all matching ones are selected. */
export const websiteCount = ({ monitors, allCount }: Selection): number | null =>
  allCount === null ? new Set([...monitors.values()].map(({ website_id }) => website_id)).size : null;
