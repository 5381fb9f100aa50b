import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { numberOption } from '../../options/inputs.ts';
import { showList } from '../../output/show-list.ts';
import { markColumns } from './columns.ts';

export const marks = defineCommand({
  path: ['marks'],
  summary: 'list what was changed, with the ids of marks',
  description: 'Lists the marks of the last hours, newest first.',
  examples: [
    { command: 'upvigil marks --hours 168', about: 'What was changed within a week' },
    {
      command: '0 8 * * * upvigil marks',
      about: 'In a crontab: mail what was changed since yesterday, if anything was',
    },
  ],
  arguments: {},
  options: { hours: numberOption('--hours <n>', 'how far back', limits.hours, defaults.hours.marks) },
  exitCodes: 'plain',
  json: 'the array of marks',
  async run(context, { hours }) {
    const { api } = await context.connect('admin');
    const rows = await api.marks.list({ query: { hours } });
    await showList(context, { columns: markColumns, rows, json: rows, empty: said.noMarks });
    return exitCodes.done;
  },
});
