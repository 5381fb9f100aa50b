import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { showResult } from '../../output/show-result.ts';

export const sendReport = defineCommand({
  path: ['report', 'send'],
  summary: 'send a report now',
  description:
    'Sends a report to its recipients now, about the time up to now, also one that is switched off. The next one comes at its time as if this had not been sent.',
  examples: [
    { command: 'upvigil report send 2', about: 'Send report 2; upvigil reports lists ids' },
    {
      command: '0 8 1 * * upvigil report send 2 >/dev/null',
      about: 'In a crontab: besides, on the first of each month',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the report') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with success and message',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    return showResult(context, await api.reports.send({ params: { reportId: id } }));
  },
});
