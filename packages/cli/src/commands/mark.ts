import type { Mark } from '@upvigil/core/contract/marks';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { maintenanceMessages, maintenanceCommandMessages as texts } from '@upvigil/core/texts/maintenance';
import { websiteId } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import { flagOption, idArgument, numberOption, textArgument, textOption } from '../options/inputs.ts';
import { momentOption } from '../options/moments.ts';
import { websiteOption } from '../options/refs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import type { Column } from '../output/table.ts';
import { endCommand, listCommand, showChanged } from './kit.ts';

const markColumns: readonly Column<Mark>[] = [
  idColumn,
  { header: 'MARK', text: ({ label }) => label, shrinkTo: 10 },
  timeColumn('AT', ({ at }) => at),
  {
    header: 'WEBSITE',
    text: ({ website_name }) => website_name ?? 'all',
    raw: ({ website_name }) => website_name ?? '',
    shrinkTo: 10,
    dropOrder: 1,
  },
  { header: 'PUBLIC', text: (mark) => (mark.public ? 'yes' : 'no'), dropOrder: 3 },
  { header: 'URL', text: ({ url }) => url ?? '-', raw: ({ url }) => url ?? '', shrinkTo: 16, dropOrder: 2 },
];

const mark = defineCommand({
  path: ['mark'],
  summary: 'record a deployment or another change',
  description:
    'Records a change. Charts show the mark, and an outage that begins within 30 minutes names it: DOWN 42 s after v1.4.2.',
  examples: {
    "upvigil mark 'v1.4.2' --website 3": 'After a deployment of one website',
    "upvigil mark 'v1.4.2' --website Shop --url https://git.example.org/shop/v1.4.2 --at 2026-11-20T18:24:00Z":
      'Afterwards, with a link to details',
    '0 3 * * 0 apt-get -y upgrade && upvigil mark "packages upgraded" >/dev/null':
      'In a crontab: after a change that concerns all websites',
  },
  arguments: { label: textArgument('<label>', 'a few words about the change') },
  options: {
    website: websiteOption('the changed website; default all'),
    url: textOption('--url <address>', 'address of a page about the change'),
    at: momentOption('--at <time>', 'time of the change, such as 2026-11-20T18:24:00Z; default now'),
    public: flagOption('--public', 'show it on public pages'),
  },
  json: 'the mark, with its id',
  async run(context, { label, website, url, at, public: isPublic }) {
    const { api } = await context.connect('admin');
    const website_id = website === null ? null : await websiteId(api, website);
    const body = { label, website_id, url, public: isPublic, ...(at === null ? {} : { at }) };
    const made = await api.marks.create({ body });
    showChanged(context, {
      columns: markColumns,
      row: made,
      sentence: maintenanceMessages.marked(made.label, made.website_name),
    });
  },
});

const marks = listCommand({
  path: ['marks'],
  summary: 'list marks with their ids',
  description: 'Lists the marks of the last hours, newest first.',
  examples: {
    'upvigil marks --hours 168': 'Marks of the last week',
    '0 8 * * * upvigil marks': "In a crontab: mail yesterday's marks, if there are any",
  },
  options: { hours: numberOption('--hours <n>', 'hours to look back', limits.hours, defaults.hours.marks) },
  json: 'the array of marks',
  columns: markColumns,
  empty: texts.noMarks,
  read: (api, { hours }) => api.marks.list({ query: { hours } }),
});

const unmark = endCommand({
  path: ['unmark'],
  summary: 'delete a mark',
  description: 'Deletes a mark, for example a mistake. Alerts that name it do not change.',
  examples: {
    'upvigil unmark 12': 'Delete one; upvigil marks lists ids',
    "0 4 * * * upvigil marks | awk -F'\\t' '$2 ~ /^test/ {print $1}' | xargs -rn1 upvigil unmark":
      'In a crontab: delete test marks',
  },
  arguments: { id: idArgument('<id>', 'id of the mark') },
  ended: 'deleted',
  end: (api, id) => api.marks.remove({ params: { markId: id } }),
  sentence: texts.unmarked,
});

export const markNoun: Noun = {
  commands: [mark, marks, unmark],
};
