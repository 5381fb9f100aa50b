import type { ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { coveringRun } from '../../base/domain/maintenance.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf } from '../../storage/wire-format.ts';
import type { CurrentRuns } from './current-runs.ts';

type Watched = Pick<MonitorRow, 'id' | 'website_id' | 'is_up' | 'outage_began_at'>;

/** The maintenance of a monitor, as a field of a response to signed-in users; empty without maintenance. */
export type Maintained = (monitor: Watched) => { maintenance?: ShownMaintenance };

/** The runs in progress, and since when this process could check (milliseconds since the epoch), if known. */
export interface GoingOn extends Pick<CurrentRuns, 'runsAt' | 'anyAt'> {
  presentSince?(): number;
}

/** At one time, in milliseconds since the epoch. A run does not cover an outage that began before it. */
export const maintainedAt =
  (current: Pick<GoingOn, 'runsAt'> | undefined, now: number): Maintained =>
  (monitor) => {
    const runs = current?.runsAt(monitor, now) ?? [];
    const run = coveringRun(runs, beganAt(monitor, now));
    const title = runs.find(({ id }) => id === run?.id)?.title;
    return run && title !== undefined ? { maintenance: { title, until: timeOf(run.ends_at) } } : {};
  };

/** The start of a monitor's present state: that of its outage if known, else `now`. */
export const beganAt = ({ is_up, outage_began_at }: Pick<Watched, 'is_up' | 'outage_began_at'>, now: number): number =>
  is_up === 0 ? (outage_began_at ?? 0) : now;

/** The maintenance shown for a website: the longest of its monitors; null when a monitor outside maintenance is down. */
export function ofWebsite(
  monitors: readonly { is_up: boolean | null; maintenance: ShownMaintenance | null }[],
): ShownMaintenance | null {
  if (monitors.some(({ is_up, maintenance }) => is_up === false && maintenance === null)) return null;
  return monitors
    .flatMap(({ maintenance }) => maintenance ?? [])
    .reduce<ShownMaintenance | null>((last, one) => (last !== null && last.until >= one.until ? last : one), null);
}
