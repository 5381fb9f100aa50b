import type { NetworkStat } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { networkStateBadge } from '@upvigil/core/status/network-state';
import type { StateBadge } from '@upvigil/core/status/url-state';
import type { WebsiteStatus } from '@upvigil/core/status/website-status';

/** 'Last 24 Hours', or how many hours it is where nobody gave the range a name. */
export const rangeLabel = (hours: number): string =>
  defaults.dashboardRanges.find((range) => range.hours === hours)?.label ?? `Last ${hours} Hours`;

const statOrder: Record<NetworkStat['status'], number> = { down: 0, unknown: 1, up: 2, disabled: 3 };
const websiteRank: Record<WebsiteStatus, number> = { down: 0, partial: 1, unknown: 2, up: 3 };

interface Order<Item> {
  rank(item: Item): number;
  name(item: Item): string;
}

export const serviceOrder: Order<NetworkStat> = { rank: ({ status }) => statOrder[status], name: ({ name }) => name };
export const websiteOrder: Order<Pick<Website, 'status' | 'name'>> = {
  rank: ({ status }) => websiteRank[status],
  name: ({ name }) => name,
};

/** Problems first, then by name. */
export const problemsFirst = <Item>(items: readonly Item[], { rank, name }: Order<NoInfer<Item>>): Item[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));

/** A network service's state on the dashboard. */
export const serviceBadge = ({ status }: Pick<NetworkStat, 'status'>): StateBadge =>
  networkStateBadge({ enabled: status !== 'disabled', is_up: status === 'unknown' ? null : status === 'up' });
