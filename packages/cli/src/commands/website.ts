import type { AutomaticMode, Website, WebsiteChange, WebsiteInput } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/texts/messages';
import { websiteId } from '../client/find-target.ts';
import type { Noun } from '../command.ts';
import { choiceField, type FieldTable, textField } from '../options/fields.ts';
import { textArgument } from '../options/inputs.ts';
import { refArgument } from '../options/refs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import type { Column } from '../output/table.ts';
import { roleOf, websiteBadge } from '../status/states.ts';
import { addCommand, editCommand } from './field-kit.ts';
import { listCommand, removeCommand } from './kit.ts';

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

const automaticModes: readonly AutomaticMode[] = ['off', 'draft', 'publish'];

export const websiteFields: FieldTable<WebsiteInput> = {
  name: textField('<name>', 'name'),
  description: textField('<text>', 'description; empty removes it'),
  automatic_incidents: choiceField('whether an outage opens an incident', automaticModes, 'default'),
};

const addWebsite = addCommand({
  path: ['website', 'add'],
  summary: 'add a website',
  description: 'Adds a website: a name that groups URLs and network services. upvigil url add adds its first URL.',
  examples: {
    'upvigil website add Shop --description "Sold by us, run by the agency"': 'A website and its description',
    '@reboot upvigil websites | cut -f2 | grep -qx Shop || upvigil website add Shop >/dev/null':
      'In a crontab: add it if it is missing',
  },
  arguments: { name: textArgument('<name>', 'name of the website') },
  json: 'the website, with its id',
  fields: websiteFields,
  columns,
  create: (api, body: WebsiteInput) => api.websites.create({ body }),
  sentence: ({ id, name }) => `Added website ${id}: ${name}  (upvigil url add ${id} <address>)`,
});

const editWebsite = editCommand({
  path: ['website', 'edit'],
  summary: 'change a website',
  description: 'Changes a website. Fields that you do not give stay.',
  examples: {
    'upvigil website edit Shop --name "Shop Berlin"': 'Another name',
    '0 22 * * 5 upvigil website edit Shop --automatic-incidents publish >/dev/null':
      'In a crontab: publish incidents automatically over the weekend',
  },
  arguments: { website: refArgument('<website>', 'the website') },
  json: 'the website',
  fields: websiteFields,
  columns,
  find: (api, { website }) => websiteId(api, website),
  update: (api, id, body: WebsiteChange) => api.websites.update({ params: { websiteId: id }, body }),
  sentence: ({ id, name }) => `Changed website ${id}: ${name}`,
});

const removeWebsite = removeCommand({
  path: ['website', 'remove'],
  summary: 'delete a website with its monitors',
  description:
    'Deletes a website with all its URLs, network services, checks, alerts and files. Requires confirmation.',
  examples: {
    'upvigil website remove "Old shop"': 'After a question',
    '0 3 1 * * upvigil websites | awk -F"\\t" \'$2 ~ /^preview-/ {print $1}\' | xargs -rn1 upvigil website remove --yes':
      'In a crontab: delete the previews of the last month',
  },
  arguments: { website: refArgument('<website>', 'the website') },
  find: async (api, { website }) => api.websites.get({ params: { websiteId: await websiteId(api, website) } }),
  question: ({ name, url_count, network_monitor_count }) =>
    `Delete website "${name}"? All its URLs and data will be lost: ${url_count} URLs and ${network_monitor_count} network services.`,
  remove: (api, id) => api.websites.remove({ params: { websiteId: id } }),
  removed: ({ name }) => `Deleted website "${name}"`,
});

export const websiteNoun: Noun = {
  group: { name: 'website', summary: 'add, change and delete websites' },
  commands: [websites, addWebsite, editWebsite, removeWebsite],
};
