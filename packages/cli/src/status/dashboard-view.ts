import type { NetworkStat } from '@upvigil/core/contract/dashboard';
import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { networkStateBadge } from '@upvigil/core/status/network-state';
import { rankedStatus, type ShownBadge } from '@upvigil/core/status/under-maintenance';
import { isOutageIn } from './maintenance.ts';
import { maintenanceWord } from './states.ts';

/** 'Last 24 Hours', or the number of hours for a range without a name. */
export const rangeLabel = (hours: number): string =>
  defaults.dashboardRanges.find((range) => range.hours === hours)?.label ?? `Last ${hours} Hours`;

const statOrder: Record<NetworkStat['status'], number> = { down: 0, unknown: 1, up: 2, disabled: 3 };
const websiteRank: Record<WebsiteStatus, number> = { down: 0, partial: 1, unknown: 2, up: 3 };

interface Order<Item> {
  rank(item: Item): number;
  name(item: Item): string;
}

export const serviceOrder: Order<NetworkStat> = {
  rank: (stat) => statOrder[isOutageIn(stat) ? 'up' : stat.status],
  name: ({ name }) => name,
};
export const websiteOrder: Order<Pick<Website, 'status' | 'maintenance' | 'name'>> = {
  rank: (website) => websiteRank[rankedStatus(website)],
  name: ({ name }) => name,
};

/** Problems first, then by name. An outage during maintenance is not a problem. */
export const problemsFirst = <Item>(items: readonly Item[], { rank, name }: Order<NoInfer<Item>>): Item[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));

/** The state of a network service on the dashboard. */
export const serviceBadge = (stat: Pick<NetworkStat, 'status' | 'maintenance'>): ShownBadge => {
  const { status } = stat;
  if (isOutageIn(stat)) return { label: maintenanceWord, tone: 'info' };
  return networkStateBadge({ enabled: status !== 'disabled', is_up: status === 'unknown' ? null : status === 'up' });
};
