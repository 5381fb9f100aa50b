import type { NetworkStat } from '@upvigil/core/contract/dashboard';
import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { monitorStates, serviceState, serviceStateBadge } from '@upvigil/core/status/monitor-state';
import { rankedStatus, type ShownBadge } from '@upvigil/core/status/under-maintenance';
import { isOutageIn } from './maintenance.ts';
import { maintenanceWord } from './states.ts';

/** 'Last 24 Hours', or the number of hours for a range without a name. */
export const rangeLabel = (hours: number): string =>
  defaults.dashboardRanges.find((range) => range.hours === hours)?.label ?? `Last ${hours} Hours`;

const websiteRank: Record<WebsiteStatus, number> = { down: 0, partial: 1, unknown: 2, up: 3 };

interface Order<Item> {
  rank(item: Item): number;
  name(item: Item): string;
}

export const serviceOrder: Order<NetworkStat> = {
  rank: (stat) => monitorStates.indexOf(isOutageIn(stat) ? 'up' : serviceState(stat)),
  name: ({ name }) => name,
};
export const websiteOrder: Order<Pick<Website, 'status' | 'maintenance' | 'name'>> = {
  rank: (website) => websiteRank[rankedStatus(website)],
  name: ({ name }) => name,
};

/** Problems first, then by name. An outage during maintenance is not a problem. */
export const problemsFirst = <Item>(items: readonly Item[], { rank, name }: Order<NoInfer<Item>>): Item[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));

/** A network service's state on the dashboard. */
export const serviceBadge = (stat: NetworkStat): ShownBadge =>
  isOutageIn(stat) ? { label: maintenanceWord, tone: 'info' } : serviceStateBadge(stat);
