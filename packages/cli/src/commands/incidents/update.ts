import { incidentStatuses } from '@upvigil/core/contract/incidents';
import { incidentMessages } from '@upvigil/core/incident-rules/command-messages';
import { defineCommand } from '../../command.ts';
import { UsageError } from '../../failures.ts';
import { choiceOption, idArgument } from '../../options/inputs.ts';
import { textOptions, writtenText } from '../../options/written-text.ts';
import { showChange } from './show-change.ts';

export const updateIncident = defineCommand({
  path: ['incident', 'update'],
  summary: 'post an update of an incident',
  description:
    'Posts an update of an incident: its status, a text, or both. Without --status the status stays. resolved ends the incident; a postmortem can follow only that, and any other status after it opens the incident again.',
  examples: [
    {
      command: 'upvigil incident update 12 --status identified --body "A disk is full. We are making space."',
      about: 'What is known now; upvigil incident list has the ids',
    },
    { command: 'upvigil incident update 12 --status monitoring --body-file - <text.md', about: 'Its text from a file' },
    {
      command: '0 * * * * upvigil incident update 12 --body "Still at work. The next word comes in an hour."',
      about: 'In a crontab: a word each hour while it lasts',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the incident') },
  options: {
    status: choiceOption('--status <status>', 'where it stands; as before without it', incidentStatuses),
    ...textOptions('what is known now'),
  },
  exitCodes: 'plain',
  json: 'the incident with all its updates',
  async run(context, { id, status, ...text }) {
    const body = await writtenText(context, text);
    if (status === null && body === null)
      throw new UsageError('--status <status>, --body <text> or --body-file <path> is required');
    const { api } = await context.connect('admin');
    const params = { incidentId: id };
    const now = status ?? (await api.incidents.get({ params })).updates[0]?.status ?? 'investigating';
    const incident = await api.incidents.addUpdate({ params, body: { status: now, body: body ?? '' } });
    return showChange(context, incident, incidentMessages.updated(id, now));
  },
});
