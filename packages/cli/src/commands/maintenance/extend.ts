import { limits } from '@upvigil/core/limits';
import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { CommandError, UsageError } from '../../failures.ts';
import { idArgument, minutesOption } from '../../options/inputs.ts';
import { dayAndTime } from '../../output/times.ts';
import { showRun } from './show-run.ts';

const minuteMs = 60_000;

export const extendMaintenance = defineCommand({
  path: ['maintenance', 'extend'],
  summary: 'have maintenance that goes on last longer',
  description: 'Has a run of maintenance that goes on end later than it would.',
  examples: [
    { command: 'upvigil maintenance extend 41 --by 30m', about: 'It takes half an hour more' },
    {
      command:
        "50 3 * * 0 pgrep -x reindex >/dev/null && upvigil maintenance list | awk -F'\\t' '$3 == \"in_progress\" {print $1}' | xargs -rn1 upvigil maintenance extend --by 1h",
      about: 'In a crontab: ten minutes before the end, if the work is not done',
    },
  ],
  arguments: { id: idArgument('<run>', 'id of the run; upvigil maintenance list has them') },
  options: { minutes: minutesOption('--by <time>', 'by how long, as 30m; required', limits.maintenance.minutes.max) },
  exitCodes: 'plain',
  json: 'the run, with when it ends',
  async run(context, { id, minutes }) {
    if (minutes === null) throw new UsageError('--by <time> is required');
    const { api } = await context.connect('admin');
    const run = (await api.maintenance.runs({ query: {} })).find((each) => each.id === id);
    if (!run) throw new CommandError(said.noRun(id));
    const ends_at = new Date(Date.parse(run.ends_at) + minutes * minuteMs).toISOString();
    const extended = await api.maintenance.extend({ params: { runId: id }, body: { ends_at } });
    return showRun(context, extended, said.extended(id, dayAndTime(extended.ends_at)));
  },
});
