import { checkWebsite as runChecks } from '../../checks/trigger.ts';
import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { websiteDeadlineSeconds } from './deadline.ts';

export const checkWebsite = defineCommand({
  path: ['check', 'website'],
  summary: 'check all enabled monitors of a website now',
  description:
    'Runs one check of each enabled URL and network monitor of a website now, a few at a time, and shows the results. Ends as a monitoring plugin does, by the worst of them.',
  examples: [
    { command: 'upvigil check website 3', about: 'Check website 3; upvigil websites lists ids' },
    {
      command: '0 * * * * upvigil check website 3 --json >/var/lib/reports/website-3.json',
      about: 'In a crontab: keep the results of each hour',
    },
  ],
  arguments: { websiteId: idArgument('<id>', 'id of the website') },
  options: {},
  exitCodes: 'plugin',
  json: 'an object with website_id, url_checks and network_checks, each an array of results',
  deadlineSeconds: websiteDeadlineSeconds,
  async run(context, { websiteId }) {
    const { api } = await context.connect('admin');
    const website = await api.websites.get({ params: { websiteId } });
    const progress = context.terminal.progress('Checking', String);
    const outcomes = await runChecks(api, websiteId, progress.update).finally(progress.end);
    const { showOutcomes } = await import('./show-outcomes.ts');
    return showOutcomes(context, website, outcomes);
  },
});
