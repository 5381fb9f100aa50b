import { incidentMessages } from '@upvigil/core/incident-rules/command-messages';
import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { showChange } from './show-change.ts';

export const publishIncident = defineCommand({
  path: ['incident', 'publish'],
  summary: 'publish a draft',
  description: 'Publishes a draft with its updates: everybody can read it from now on. One that is published stays so.',
  examples: [
    {
      command: 'upvigil incident publish 12',
      about: 'Publish draft 12; upvigil incident list --state draft has the ids',
    },
    {
      command: '0 6 1 12 * upvigil incident publish 12',
      about: 'In a crontab: what is written today, on a day to come',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the incident') },
  options: {},
  exitCodes: 'plain',
  json: 'the incident with all its updates',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const incident = await api.incidents.publish({ params: { incidentId: id } });
    return showChange(context, incident, incidentMessages.published(incident));
  },
});
