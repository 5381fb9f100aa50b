import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { flagOption } from '../../options/inputs.ts';
import { showList } from '../../output/show-list.ts';
import { runColumns, windowColumns } from './columns.ts';

const hint = '(upvigil maintenance schedule)';

export const listMaintenance = defineCommand({
  path: ['maintenance', 'list'],
  summary: 'list the maintenance that goes on and is to come',
  description:
    'Lists the runs of maintenance that go on and those of the next 30 days, by their start. With --windows it lists what is planned instead, once or by a rule, with the ids that show and delete take.',
  examples: [
    { command: 'upvigil maintenance list', about: 'What goes on and what comes, with the ids of runs' },
    { command: 'upvigil maintenance list --windows', about: 'What is planned, with its rules' },
    {
      command: "0 8 * * 1 upvigil maintenance list | awk -F'\\t' '{print $4, $6}'",
      about: 'In a crontab: mail each Monday what comes',
    },
  ],
  arguments: {},
  options: { windows: flagOption('--windows', 'what is planned, instead of each time it takes place') },
  exitCodes: 'plain',
  json: 'the array of runs, or of windows',
  async run(context, { windows }) {
    const { api } = await context.connect('admin');
    if (windows) {
      const rows = await api.maintenance.list();
      await showList(context, { columns: windowColumns, rows, json: rows, empty: `${said.noWindows}  ${hint}` });
    } else {
      const rows = await api.maintenance.runs({ query: {} });
      await showList(context, { columns: runColumns, rows, json: rows, empty: `${said.noRuns}  ${hint}` });
    }
    return exitCodes.done;
  },
});
