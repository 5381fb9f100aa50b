import type { Report } from '@upvigil/core/contract/reports';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

/** 'daily 08:00 UTC', 'weekly mon 08:00 Europe/Berlin'. */
const scheduleOf = ({ frequency, weekday, time, time_zone }: Report): string =>
  [frequency, ...(frequency === 'weekly' ? [weekday] : []), time, time_zone].join(' ');

const columns: readonly Column<Report>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'WHEN', text: scheduleOf, shrinkTo: 12, dropOrder: 1 },
  {
    header: 'NEXT',
    text: ({ next_at }) => (next_at ? dayAndTime(next_at) : 'off'),
    raw: ({ next_at }) => next_at ?? '',
    role: ({ next_at }) => (next_at ? 'plain' : 'quiet'),
  },
  {
    header: 'RECIPIENTS',
    text: ({ recipients }) => recipients.join(', '),
    raw: ({ recipients }) => recipients.join(' '),
    shrinkTo: 10,
    dropOrder: 2,
  },
  {
    header: 'LAST SENT',
    text: ({ last_sent_at }) => (last_sent_at ? dayAndTime(last_sent_at) : 'Never'),
    raw: ({ last_sent_at }) => last_sent_at ?? '',
    dropOrder: 3,
  },
  {
    header: 'LAST ERROR',
    text: ({ last_error }) => last_error ?? '-',
    raw: ({ last_error }) => last_error ?? '',
    role: ({ last_error }) => (last_error === null ? 'quiet' : 'bad'),
    shrinkTo: 10,
  },
];

export const reports = defineCommand({
  path: ['reports'],
  summary: 'list the reports that are sent by email, with their ids',
  description: 'Lists the reports that are sent by email: when, to whom, and whether the last one went out.',
  examples: [
    { command: 'upvigil reports', about: 'Which reports there are' },
    {
      command: "0 9 * * * upvigil reports | awk -F'\\t' '$7 != \"\" {print $2, $7}'",
      about: 'In a crontab: mail which of them did not go out',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of reports',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.reports.list();
    await showList(context, { columns, rows, json: rows, empty: tellingMessages.report.none });
    return exitCodes.done;
  },
});
