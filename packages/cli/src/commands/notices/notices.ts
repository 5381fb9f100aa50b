import type { Notice } from '@upvigil/core/contract/notices';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { noticeTitles, tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { numberOption } from '../../options/inputs.ts';
import { showList } from '../../output/show-list.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

const columns: readonly Column<Notice>[] = [
  { header: 'BEGAN', text: ({ began_at }) => dayAndTime(began_at), raw: ({ began_at }) => began_at },
  {
    header: 'ENDED',
    text: ({ ended_at }) => (ended_at ? dayAndTime(ended_at) : 'lasts'),
    raw: ({ ended_at }) => ended_at ?? '',
    role: ({ ended_at }) => (ended_at ? 'quiet' : 'warn'),
    dropOrder: 2,
  },
  { header: 'ABOUT', text: ({ kind }) => noticeTitles[kind], raw: ({ kind }) => kind, shrinkTo: 10, dropOrder: 1 },
  { header: 'MESSAGE', text: ({ message }) => message, shrinkTo: 20 },
  { header: 'REMEDY', text: ({ remedy }) => remedy, shrinkTo: 20, dropOrder: 3 },
];

export const notices = defineCommand({
  path: ['notices'],
  summary: 'show what Upvigil has to say of itself',
  description:
    'Shows what keeps Upvigil itself from watching or telling: its own line was dead, a backup is overdue, a channel fails, is not proven or was switched off, the disk is nearly full, the clock is wrong, checks are late, data folders are apart; and what to do. What lasts, and what ended in the last hours, newest first.',
  examples: [
    { command: 'upvigil notices --hours 168', about: 'Those of a week' },
    {
      command: "0 9 * * * upvigil notices | awk -F'\\t' '$2 == \"\" {print $4}'",
      about: 'In a crontab: mail what lasts',
    },
  ],
  arguments: {},
  options: { hours: numberOption('--hours <n>', 'how far back', limits.hours, defaults.hours.notices) },
  exitCodes: 'plain',
  json: 'the array of notices',
  async run(context, { hours }) {
    const { api } = await context.connect('admin');
    const rows = await api.notices.list({ query: { hours } });
    await showList(context, { columns, rows, json: rows, empty: tellingMessages.notice.none });
    return exitCodes.done;
  },
});
