import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { showRun } from './show-run.ts';

export const endMaintenance = defineCommand({
  path: ['maintenance', 'end'],
  summary: 'end maintenance before its time',
  description:
    'Ends a run of maintenance now. What went down in it and lasts is told in 2 minutes. Runs to come of the same window stay planned.',
  examples: [
    { command: 'upvigil maintenance end 41', about: 'The work is done; upvigil maintenance list has the ids of runs' },
    {
      command:
        "0 6 * * * upvigil maintenance list | awk -F'\\t' '$3 == \"in_progress\" {print $1}' | xargs -rn1 upvigil maintenance end",
      about: 'In a crontab: in the morning all work of the night is over',
    },
  ],
  arguments: { id: idArgument('<run>', 'id of the run, not of its window') },
  options: {},
  exitCodes: 'plain',
  json: 'the run, with when it ended',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    return showRun(context, await api.maintenance.end({ params: { runId: id } }), said.ended(id));
  },
});
