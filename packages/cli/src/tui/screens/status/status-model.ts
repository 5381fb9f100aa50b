import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { MonitorStatus } from '@upvigil/core/contract/names/states';
import type { StatusDetail, StatusOverviewItem, StatusUrl } from '@upvigil/core/contract/public-status';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/public-badges';
import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { shownStatus } from '@upvigil/core/status/website-status';
import { problemsFirst, websiteOrder } from '../../../status/dashboard-view.ts';
import { badgeIn, isOutageIn } from '../../../status/maintenance.ts';
import type { DetailData } from '../../live/sources.ts';
import { matches } from '../dashboard/dashboard-model.ts';

/** The websites that match the filter, problems first. */
export const shownStatuses = (items: readonly StatusOverviewItem[], filter: string): StatusOverviewItem[] =>
  problemsFirst(
    items.filter(({ name, description }) => matches(filter, name, description)),
    websiteOrder,
  );

/** A URL or network service of a website on the detail screen. */
export interface Service {
  /** `URL 3`, `TCP_PORT 7`: ids of URLs and of network monitors overlap. */
  key: string;
  kind: MonitorKind;
  name: string;
  /** The second line: the meta tag of a URL, or type and host of a network service. */
  about: string;
  badge: ShownBadge;
  /** Why it cannot be checked now; null if it can, or if the reason is not public. */
  fault: string | null;
  entry: StatusDetail['urls'][number] | StatusDetail['network_monitors'][number];
}

const rank: Record<MonitorStatus, number> = { down: 0, unknown: 1, up: 2 };
const order = {
  rank: ({ entry }: Service) => rank[isOutageIn(entry) ? 'up' : entry.status],
  name: ({ name }: Service) => name,
};

/** The address of a URL with a label, and the tag that its page must have. */
const aboutUrl = ({ label, url, metadata_tag }: StatusUrl): string =>
  [label && withoutCredentials(url), metadata_tag && `Monitoring: ${metadata_tag}`].filter(Boolean).join(', ');

/** The services that match the filter: URLs, then network services; problems first in each. */
export function shownServicesOf(
  { detail, faults }: Pick<DetailData, 'detail' | 'faults'>,
  filter: string,
): { urls: Service[]; network: Service[] } {
  const faultOf = (key: string): string | null => faults.get(key) ?? null;
  const urls = detail.urls.map(
    (entry): Service => ({
      key: `URL ${entry.id}`,
      kind: 'URL',
      name: entry.label ?? withoutCredentials(entry.url),
      about: aboutUrl(entry),
      badge: badgeIn(publicUrlBadge(shownStatus(entry)), entry),
      fault: faultOf(`URL ${entry.id}`),
      entry,
    }),
  );
  const network = detail.network_monitors.map(
    (entry): Service => ({
      key: `${entry.monitor_type} ${entry.id}`,
      kind: entry.monitor_type,
      name: entry.name,
      about: `${entry.monitor_type} ${formatHostPort(entry.host, entry.port)}`.trim(),
      badge: badgeIn(publicNetworkBadge(shownStatus(entry)), entry),
      fault: faultOf(`${entry.monitor_type} ${entry.id}`),
      entry,
    }),
  );
  const shown = (services: Service[]): Service[] =>
    problemsFirst(
      services.filter(({ name, about }) => matches(filter, name, about)),
      order,
    );
  return { urls: shown(urls), network: shown(network) };
}
