import type { Website } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';
import { roleOf, websiteBadge } from '../../status/states.ts';

const columns: readonly Column<Website>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  {
    header: 'STATUS',
    text: (website) => websiteBadge(website).label,
    raw: ({ status }) => status,
    role: (website) => roleOf(websiteBadge(website)),
  },
  { header: 'URLS', text: ({ url_count }) => String(url_count), align: 'right', dropOrder: 2 },
  {
    header: 'NETWORK',
    text: ({ network_monitor_count }) => String(network_monitor_count),
    align: 'right',
    dropOrder: 3,
  },
  {
    header: 'CREATED',
    text: ({ created_at }) => dayAndTime(created_at),
    raw: ({ created_at }) => created_at,
    dropOrder: 4,
  },
];

export const websites = defineCommand({
  path: ['websites'],
  summary: 'list the websites with their ids',
  description: 'Lists all websites, by id, with their state and how many URLs and network services they have.',
  examples: [
    { command: 'upvigil websites', about: 'Which websites are there' },
    {
      command: '0 7 * * 1 upvigil websites --json >/var/lib/reports/websites.json',
      about: 'In a crontab: a weekly list',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of websites',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.websites.list();
    await showList(context, { columns, rows, json: rows, empty: messages.empty.websites });
    return exitCodes.done;
  },
});
