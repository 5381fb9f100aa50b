import type { ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { hasOutage, type ShownBadge, withMaintenance } from '@upvigil/core/status/under-maintenance';
import type { StateBadge } from '@upvigil/core/status/url-state';
import { dayOfMonth, hourMinute } from '../output/times.ts';

/** Something that may be in maintenance. `status`: the result of its checks. */
export interface Maintained {
  status: string;
  maintenance?: ShownMaintenance | undefined;
}

/** '14:05', with the day if it is another one. `now` in ms since the epoch. */
export const timeAt = (time: string, now: number): string =>
  `${dayOfMonth(time) === dayOfMonth(now) ? '' : `${dayOfMonth(time)} `}${hourMinute(time)}`;

export const untilTime = ({ until }: Pick<ShownMaintenance, 'until'>, now: number): string => timeAt(until, now);

export const untilText = (maintenance: Pick<ShownMaintenance, 'until'>, now: number): string =>
  `maintenance until ${untilTime(maintenance, now)}`;

/** The badge for a place with room for one: maintenance replaces an outage. */
export const badgeIn = (badge: StateBadge, shown: Maintained): ShownBadge => withMaintenance(badge, shown)[0] ?? badge;

/** The state as text: 'Operational', 'Operational, maintenance until 14:05', 'maintenance until 14:05'. */
export function stateWords(badge: StateBadge, shown: Maintained, now: number): string {
  if (!shown.maintenance) return badge.label;
  const until = untilText(shown.maintenance, now);
  return isOutageIn(shown) ? until : `${badge.label}, ${until}`;
}

/** Whether it is down during maintenance, which is not an outage. */
export const isOutageIn = ({ status, maintenance }: Maintained): boolean =>
  maintenance !== undefined && hasOutage({ status });
