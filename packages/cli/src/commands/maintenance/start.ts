import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { textOption } from '../../options/inputs.ts';
import { dayAndTime } from '../../output/times.ts';
import { begin, beginOptions, needBeginning, sayNotCovered } from './begin.ts';
import { showRun } from './show-run.ts';

export const startMaintenance = defineCommand({
  path: ['maintenance', 'start'],
  summary: 'begin maintenance now',
  description:
    'Begins maintenance of websites or monitors now. Checks go on; what goes down in it is told to nobody, unless it lasts 2 minutes after the end. An outage that is older stays red and is told: its monitors are named on stderr.\n\nWith --key a start that is repeated, as by a deployment that is tried again, begins nothing new and shows the run of the first.',
  examples: [
    { command: 'upvigil maintenance start --website 3 --for 30m', about: 'Before work on one website' },
    {
      command: 'run=$(upvigil maintenance start --website Shop --for 1h --key "deploy-$CI_JOB_ID" | cut -f1)',
      about: 'In a script, which ends it by upvigil maintenance end "$run"',
    },
    {
      command: '0 3 * * 0 upvigil maintenance start --monitor 7 --for 20m --title "weekly restart" >/dev/null',
      about: 'In a crontab: while something restarts; upvigil maintenance schedule plans it on the server',
    },
  ],
  arguments: {},
  options: { ...beginOptions, key: textOption('--key <key>', 'a start with the same key begins nothing new') },
  exitCodes: 'plain',
  json: 'the run, with its id and the monitors that are not_covered',
  async run(context, { key, ...wanted }) {
    const beginning = needBeginning(wanted);
    const { api } = await context.connect('admin');
    const run = await begin(api, beginning, key);
    const isOver = run.state === 'verifying' || run.state === 'completed';
    if (context.form !== 'json') {
      sayNotCovered(context.terminal, run);
      if (isOver) context.terminal.say(said.overAlready(run.id));
    }
    return showRun(context, run, said.begun(run.id, dayAndTime(run.ends_at)));
  },
});
