import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { networkStateBadge } from '@upvigil/core/status/monitor-state';
import { messages } from '@upvigil/core/texts/messages';
import { websiteId } from '../client/find-target.ts';
import type { Noun } from '../command.ts';
import { refArgument } from '../options/refs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import { plainNumber } from '../output/plain-number.ts';
import type { Column } from '../output/table.ts';
import { roleOf, urlBadge, withRemarks } from '../status/states.ts';
import { listCommand } from './kit.ts';

/** `now`: ms since the epoch. */
const urlColumns = (now: number): readonly Column<UrlMonitor>[] => [
  idColumn,
  { header: 'STATUS', text: (url) => urlBadge(url).label, role: (url) => roleOf(urlBadge(url)) },
  {
    header: 'URL',
    text: (url) => withRemarks(withoutCredentials(url.url), url, now),
    raw: ({ url }) => withoutCredentials(url),
    shrinkTo: 30,
  },
  {
    header: 'LOAD TIME',
    text: ({ last_check }) => formatSeconds(last_check?.response_time),
    raw: ({ last_check }) => plainNumber(last_check?.response_time),
    align: 'right',
    dropOrder: 1,
  },
  {
    header: 'UPTIME 24H',
    text: ({ uptime_24h }) => formatPercent(uptime_24h),
    raw: ({ uptime_24h }) => plainNumber(uptime_24h),
    align: 'right',
    dropOrder: 2,
  },
  {
    header: 'EVERY',
    text: ({ check_interval }) => `${check_interval}s`,
    raw: ({ check_interval }) => String(check_interval),
    align: 'right',
    dropOrder: 4,
  },
  timeColumn('LAST CHECK', ({ last_check_time }) => last_check_time, { none: 'Never', dropOrder: 3 }),
];

const urls = listCommand({
  path: ['urls'],
  summary: "list a website's URLs with their ids",
  description: 'Lists the URLs of one website, by id, with the result of their last check.',
  examples: {
    'upvigil urls Shop': 'The URLs of the website Shop',
    "*/10 * * * * upvigil urls 3 | awk -F'\\t' '$2 != \"UP\"'": 'In a crontab: mail the URLs that are not UP',
  },
  arguments: { website: refArgument('<website>', 'the website; upvigil websites lists them') },
  json: 'the array of URLs',
  columns: urlColumns,
  empty: messages.empty.urls,
  read: async (api, { website }) => api.urls.listByWebsite({ params: { websiteId: await websiteId(api, website) } }),
});

/** `now`: ms since the epoch. */
const serviceColumns = (now: number): readonly Column<NetworkMonitor>[] => [
  idColumn,
  {
    header: 'STATUS',
    text: (monitor) => networkStateBadge(monitor).label,
    role: (monitor) => roleOf(networkStateBadge(monitor)),
  },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'TYPE', text: ({ monitor_type }) => monitor_type, dropOrder: 4 },
  {
    header: 'HOST',
    text: (monitor) => withRemarks(formatHostPort(monitor.host, monitor.port), monitor, now),
    raw: ({ host, port }) => formatHostPort(host, port),
    shrinkTo: 22,
  },
  {
    header: 'RESPONSE',
    text: ({ monitor_type, last_check }) => formatResponseTime(monitor_type, last_check?.response_time),
    raw: ({ last_check }) => plainNumber(last_check?.response_time),
    align: 'right',
    dropOrder: 1,
  },
  {
    header: 'UPTIME 24H',
    text: ({ uptime_24h }) => formatPercent(uptime_24h),
    raw: ({ uptime_24h }) => plainNumber(uptime_24h),
    align: 'right',
    dropOrder: 2,
  },
  timeColumn('LAST CHECK', ({ last_check_time }) => last_check_time, { none: 'Never', dropOrder: 3 }),
];

const monitors = listCommand({
  path: ['monitors'],
  summary: "list a website's network services with their ids",
  description: 'Lists the network monitors of one website (TCP port, ICMP ping, IMAP), by id, with their state.',
  examples: {
    'upvigil monitors Shop': 'The network services of the website Shop',
    "*/10 * * * * upvigil monitors 3 | awk -F'\\t' '$2 == \"DOWN\"'": 'In a crontab: mail the services that are down',
  },
  arguments: { website: refArgument('<website>', 'the website; upvigil websites lists them') },
  json: 'the array of network monitors',
  columns: serviceColumns,
  empty: 'No network monitors configured',
  read: async (api, { website }) =>
    api.networkMonitors.listByWebsite({ params: { websiteId: await websiteId(api, website) } }),
});

export const monitorNoun: Noun = {
  commands: [urls, monitors],
};
