import type { Notice } from '@upvigil/core/contract/notices';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { commandMessages, noticeTitles } from '@upvigil/core/texts/alerts';
import type { Noun } from '../command.ts';
import { numberOption } from '../options/inputs.ts';
import { timeColumn } from '../output/columns.ts';
import type { Column } from '../output/table.ts';
import { listCommand } from './kit.ts';

const columns: readonly Column<Notice>[] = [
  timeColumn('BEGAN', ({ began_at }) => began_at),
  timeColumn('ENDED', ({ ended_at }) => ended_at, {
    none: 'lasts',
    role: ({ ended_at }) => (ended_at ? 'quiet' : 'warn'),
    dropOrder: 2,
  }),
  { header: 'ABOUT', text: ({ kind }) => noticeTitles[kind], raw: ({ kind }) => kind, shrinkTo: 10, dropOrder: 1 },
  { header: 'MESSAGE', text: ({ message }) => message, shrinkTo: 20 },
  { header: 'REMEDY', text: ({ remedy }) => remedy, shrinkTo: 20, dropOrder: 3 },
];

const notices = listCommand({
  path: ['notices'],
  summary: 'show notices about Upvigil itself',
  description:
    'Shows problems of Upvigil itself, each with its remedy. Examples: Upvigil was offline, a backup is overdue, a channel fails or is not proven, the disk is nearly full, the clock is wrong, checks are late. Ongoing notices and those of the last hours are listed, newest first.',
  examples: {
    'upvigil notices --hours 168': 'Notices of the last week',
    "0 9 * * * upvigil notices | awk -F'\\t' '$2 == \"\" {print $4}'": 'In a crontab: mail ongoing notices',
  },
  options: { hours: numberOption('--hours <n>', 'hours to look back', limits.hours, defaults.hours.notices) },
  json: 'the array of notices',
  columns,
  empty: commandMessages.notice.none,
  read: (api, { hours }) => api.notices.list({ query: { hours } }),
});

export const noticeNoun: Noun = {
  commands: [notices],
};
