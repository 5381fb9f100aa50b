import type { ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { coveringRun } from '../../base/domain/maintenance.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf } from '../../storage/wire-format.ts';
import type { CurrentRuns } from './current-runs.ts';

type Watched = Pick<MonitorRow, 'id' | 'website_id' | 'is_up' | 'outage_began_at'>;

/** What says of a monitor that it is in maintenance, as a field of an answer to somebody who is signed in; empty where it is in none. */
export type Maintained = (monitor: Watched) => { maintenance?: ShownMaintenance };

/** Which maintenance goes on, and since when checks could be made (milliseconds since the epoch), where somebody knows. */
export interface GoingOn extends Pick<CurrentRuns, 'runsAt' | 'anyAt'> {
  presentSince?(): number;
}

/** At one moment, milliseconds since the epoch. A run hides no outage that is older than it. */
export const maintainedAt =
  (current: Pick<GoingOn, 'runsAt'> | undefined, now: number): Maintained =>
  (monitor) => {
    const runs = current?.runsAt(monitor, now) ?? [];
    const run = coveringRun(runs, beganAt(monitor, now));
    const title = runs.find(({ id }) => id === run?.id)?.title;
    return run && title !== undefined ? { maintenance: { title, until: timeOf(run.ends_at) } } : {};
  };

/** When what a monitor shows began: its outage, as far as it is known, or this moment. */
export const beganAt = ({ is_up, outage_began_at }: Pick<Watched, 'is_up' | 'outage_began_at'>, now: number): number =>
  is_up === 0 ? (outage_began_at ?? 0) : now;

/** The maintenance shown for a website: the longest of its monitors; null where a monitor outside maintenance is down. */
export function ofWebsite(
  monitors: readonly { is_up: boolean | null; maintenance: ShownMaintenance | null }[],
): ShownMaintenance | null {
  if (monitors.some(({ is_up, maintenance }) => is_up === false && maintenance === null)) return null;
  return monitors
    .flatMap(({ maintenance }) => maintenance ?? [])
    .reduce<ShownMaintenance | null>((last, one) => (last !== null && last.until >= one.until ? last : one), null);
}
