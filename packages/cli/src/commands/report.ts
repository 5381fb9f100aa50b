import type { Report } from '@upvigil/core/contract/reports';
import { commandMessages } from '@upvigil/core/texts/alerts';
import { defineCommand, type Noun } from '../command.ts';
import { idArgument } from '../options/inputs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import { showResult } from '../output/show-result.ts';
import type { Column } from '../output/table.ts';
import { listCommand } from './kit.ts';

/** 'daily 08:00 UTC', 'weekly mon 08:00 Europe/Berlin'. */
const scheduleOf = ({ frequency, weekday, time, time_zone }: Report): string =>
  [frequency, ...(frequency === 'weekly' ? [weekday] : []), time, time_zone].join(' ');

const columns: readonly Column<Report>[] = [
  idColumn,
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'WHEN', text: scheduleOf, shrinkTo: 12, dropOrder: 1 },
  timeColumn('NEXT', ({ next_at }) => next_at, { none: 'off', role: ({ next_at }) => (next_at ? 'plain' : 'quiet') }),
  {
    header: 'RECIPIENTS',
    text: ({ recipients }) => recipients.join(', '),
    raw: ({ recipients }) => recipients.join(' '),
    shrinkTo: 10,
    dropOrder: 2,
  },
  timeColumn('LAST SENT', ({ last_sent_at }) => last_sent_at, { none: 'Never', dropOrder: 3 }),
  {
    header: 'LAST ERROR',
    text: ({ last_error }) => last_error ?? '-',
    raw: ({ last_error }) => last_error ?? '',
    role: ({ last_error }) => (last_error === null ? 'quiet' : 'bad'),
    shrinkTo: 10,
  },
];

const reports = listCommand({
  path: ['reports'],
  summary: 'list scheduled reports with their ids',
  description: 'Lists the reports that are sent by email: when, to whom, and whether the last one was sent.',
  examples: {
    'upvigil reports': 'All reports',
    "0 9 * * * upvigil reports | awk -F'\\t' '$7 != \"\" {print $2, $7}'":
      'In a crontab: mail the reports that could not be sent',
  },
  json: 'the array of reports',
  columns,
  empty: commandMessages.report.none,
  read: (api) => api.reports.list(),
});

const sendReport = defineCommand({
  path: ['report', 'send'],
  summary: 'send a report now',
  description:
    'Sends a report about the period up to now to its recipients, even if it is disabled. The next scheduled report is not affected.',
  examples: {
    'upvigil report send 2': 'Send report 2; upvigil reports lists ids',
    '0 8 1 * * upvigil report send 2 >/dev/null': 'In a crontab: an additional report on the first of each month',
  },
  arguments: { id: idArgument('<id>', 'id of the report') },
  json: 'an object with success and message',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    return showResult(context, await api.reports.send({ params: { reportId: id } }));
  },
});

export const reportNoun: Noun = {
  group: { name: 'report', summary: 'list and send reports' },
  commands: [reports, sendReport],
};
