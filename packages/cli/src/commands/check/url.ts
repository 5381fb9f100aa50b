import { checkUrl as runCheck } from '../../checks/trigger.ts';
import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { checkDeadlineSeconds } from './deadline.ts';

export const checkUrl = defineCommand({
  path: ['check', 'url'],
  summary: 'check one URL now',
  description:
    'Runs one check of a URL now, also of a disabled one, stores it and shows the result. Ends as a monitoring plugin does.',
  examples: [
    { command: 'upvigil check url 12', about: 'Check URL 12; upvigil urls <websiteId> lists ids' },
    {
      command: '*/15 * * * * upvigil check url 12 >/dev/null || logger -t upvigil "URL 12 is not up"',
      about: 'In a crontab: tell the system log',
    },
  ],
  arguments: { urlId: idArgument('<id>', 'id of the URL') },
  options: {},
  exitCodes: 'plugin',
  json: 'the result of the check',
  deadlineSeconds: checkDeadlineSeconds,
  async run(context, { urlId }) {
    const { api } = await context.connect('admin');
    const url = await api.urls.get({ params: { urlId } });
    const { showOutcome } = await import('./show-outcomes.ts');
    return showOutcome(context, await runCheck(api, url));
  },
});
