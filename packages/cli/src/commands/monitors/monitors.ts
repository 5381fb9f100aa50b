import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { formatHostPort } from '@upvigil/core/format/host-port';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { networkStateBadge } from '@upvigil/core/status/network-state';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { plainNumber } from '../../output/plain-number.ts';
import { showList } from '../../output/show-list.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';
import { roleOf, withRemarks } from '../../status/states.ts';

/** `now`: ms since the epoch. */
const columnsAt = (now: number): readonly Column<NetworkMonitor>[] => [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
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
  {
    header: 'LAST CHECK',
    text: ({ last_check_time }) => (last_check_time ? dayAndTime(last_check_time) : 'Never'),
    raw: ({ last_check_time }) => last_check_time ?? '',
    dropOrder: 3,
  },
];

export const monitors = defineCommand({
  path: ['monitors'],
  summary: "list a website's network services with their ids",
  description: 'Lists the network monitors of one website (TCP port, ICMP ping, IMAP), by id, with their state.',
  examples: [
    { command: 'upvigil monitors 3', about: 'The network services of website 3' },
    {
      command: "*/10 * * * * upvigil monitors 3 | awk -F'\\t' '$2 == \"DOWN\"'",
      about: 'In a crontab: mail the services that are down',
    },
  ],
  arguments: { websiteId: idArgument('<websiteId>', 'id of the website; upvigil websites lists them') },
  options: {},
  exitCodes: 'plain',
  json: 'the array of network monitors',
  async run(context, { websiteId }) {
    const { api } = await context.connect('admin');
    const rows = await api.networkMonitors.listByWebsite({ params: { websiteId } });
    await showList(context, {
      columns: columnsAt(context.now()),
      rows,
      json: rows,
      empty: 'No network monitors configured',
    });
    return exitCodes.done;
  },
});
