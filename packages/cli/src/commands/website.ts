import type { Website } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/texts/messages';
import type { Noun } from '../command.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import type { Column } from '../output/table.ts';
import { roleOf, websiteBadge } from '../status/states.ts';
import { listCommand } from './kit.ts';

const columns: readonly Column<Website>[] = [
  idColumn,
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
  timeColumn('CREATED', ({ created_at }) => created_at, { dropOrder: 4 }),
];

const websites = listCommand({
  path: ['websites'],
  summary: 'list the websites with their ids',
  description: 'Lists all websites, by id, with their state and their numbers of URLs and network services.',
  examples: {
    'upvigil websites': 'All websites',
    '0 7 * * 1 upvigil websites --json >/var/lib/reports/websites.json': 'In a crontab: a weekly list',
  },
  json: 'the array of websites',
  columns,
  empty: messages.empty.websites,
  read: (api) => api.websites.list(),
});

export const websiteNoun: Noun = {
  commands: [websites],
};
