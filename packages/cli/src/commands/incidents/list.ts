import { incidentStates } from '@upvigil/core/contract/incidents';
import { incidentMessages } from '@upvigil/core/incident-rules/command-messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { choiceOption, textOption } from '../../options/inputs.ts';
import { showList } from '../../output/show-list.ts';
import { incidentColumns } from './columns.ts';

export const listIncidents = defineCommand({
  path: ['incident', 'list'],
  summary: 'list incidents and drafts, with their ids',
  description:
    'Lists the newest 100 incidents, drafts too, the one that started last first. --month chooses those that started in a month of UTC.',
  examples: [
    { command: 'upvigil incident list', about: 'The newest, with their ids' },
    { command: 'upvigil incident list --month 2026-11 --state published', about: 'What was told in November' },
    {
      command: "0 9 * * * upvigil incident list --state published | awk -F'\\t' '$7 == \"\"'",
      about: 'In a crontab: mail those that are still open',
    },
  ],
  arguments: {},
  options: {
    state: choiceOption('--state <state>', 'only drafts, or only what everybody can read', incidentStates),
    month: textOption('--month <month>', 'only those that started in it, as 2026-11'),
  },
  exitCodes: 'plain',
  json: 'the array of incidents with their updates',
  async run(context, { state, month }) {
    const { api } = await context.connect('admin');
    const query = { ...(state ? { state } : {}), ...(month === null ? {} : { month }) };
    const rows = await api.incidents.list({ query });
    await showList(context, { columns: incidentColumns, rows, json: rows, empty: incidentMessages.none });
    return exitCodes.done;
  },
});
