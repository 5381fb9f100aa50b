import { shownAddress } from '@upvigil/core/addresses/shown-address';
import type { NotChecked } from '@upvigil/core/contract/checks';
import { type DashboardStats, mostOpenProblems } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/format/host-port';
import type { UncheckedMonitor } from '../../results/faults/unchecked-store.ts';
import { timeOf } from '../../storage/wire-format.ts';

/** As a field of a monitor's answer. */
export const notCheckedOf = (monitor: UncheckedMonitor | undefined): { not_checked?: NotChecked } =>
  monitor ? { not_checked: { since: timeOf(monitor.since), reason: monitor.reason } } : {};

/** All are counted, and those that wait longest are named. */
export const uncheckedAnswer = (monitors: readonly UncheckedMonitor[]): NonNullable<DashboardStats['not_checked']> => ({
  total: monitors.length,
  longest: monitors
    .toSorted((one, other) => one.since - other.since || one.id - other.id)
    .slice(0, mostOpenProblems)
    .map(({ id, kind, website_id, website_name, name, target, port, since, reason }) => ({
      monitor_id: id,
      kind,
      website_id,
      website_name,
      name,
      target: kind === 'URL' ? shownAddress(target, 'public') : formatHostPort(target, port),
      since: timeOf(since),
      reason,
    })),
});
