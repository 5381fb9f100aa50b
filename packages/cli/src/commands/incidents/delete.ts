import { incidentMessages } from '@upvigil/core/incident-rules/command-messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { confirmUnless, needAgreement, yesOption } from '../backup/common.ts';

export const deleteIncident = defineCommand({
  path: ['incident', 'delete'],
  summary: 'delete an incident with its updates',
  description:
    'Deletes an incident with its updates, after a question. Its page is gone then, and feeds do not have it any more. What is over should be resolved and not deleted.',
  examples: [
    { command: 'upvigil incident delete 12', about: 'Delete one; upvigil incident list has the ids' },
    {
      command: '30 2 1 * * upvigil incident list --state draft | cut -f1 | xargs -rn1 upvigil incident delete --yes',
      about: 'In a crontab: once a month the drafts that nobody published',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the incident') },
  options: { yes: yesOption },
  exitCodes: 'plain',
  json: 'an object with deleted, an array of one id',
  async run(context, { id, yes }) {
    needAgreement(yes, context);
    const { api } = await context.connect('admin');
    const request = { params: { incidentId: id } };
    const incident = await api.incidents.get(request);
    await confirmUnless(yes, context, incidentMessages.confirmDelete(incident.title));
    await api.incidents.remove(request);
    if (context.form === 'json') context.terminal.print(toJson({ deleted: [id] }));
    else context.terminal.say(incidentMessages.deleted(incident));
    return exitCodes.done;
  },
});
