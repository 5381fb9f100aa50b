import { incidentMessages } from '@upvigil/core/incident-rules/command-messages';
import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { textOptions, writtenText } from '../../options/written-text.ts';
import { showChange } from './show-change.ts';

export const resolveIncident = defineCommand({
  path: ['incident', 'resolve'],
  summary: 'end an incident',
  description: 'Posts an update that ends the incident: upvigil incident update with --status resolved.',
  examples: [
    { command: 'upvigil incident resolve 12', about: 'It is over; upvigil incident list has the ids' },
    { command: 'upvigil incident resolve 12 --body "All orders are processed."', about: 'With a last word' },
    {
      command:
        "0 8 * * 1 upvigil incident list | grep 'Support is closed' | awk -F'\\t' '$7 == \"\" {print $1}' | xargs -rn1 upvigil incident resolve",
      about: 'In a crontab: end on Monday what was reported for the weekend',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the incident') },
  options: textOptions('what the last update says'),
  exitCodes: 'plain',
  json: 'the incident with all its updates',
  async run(context, { id, ...text }) {
    const body = await writtenText(context, text);
    const { api } = await context.connect('admin');
    const request = { params: { incidentId: id }, body: { status: 'resolved' as const, body: body ?? '' } };
    return showChange(context, await api.incidents.addUpdate(request), incidentMessages.updated(id, 'resolved'));
  },
});
