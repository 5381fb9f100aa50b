import { checkMonitor as runCheck } from '../../checks/trigger.ts';
import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { checkDeadlineSeconds } from './deadline.ts';

export const checkMonitor = defineCommand({
  path: ['check', 'monitor'],
  summary: 'check one network service now',
  description:
    'Runs one check of a network monitor now, also of a disabled one, stores it and shows the result. Ends as a monitoring plugin does.',
  examples: [
    { command: 'upvigil check monitor 7', about: 'Check monitor 7; upvigil monitors <websiteId> lists ids' },
    {
      command: '*/15 * * * * upvigil check monitor 7 >/dev/null || logger -t upvigil "monitor 7 is not up"',
      about: 'In a crontab: tell the system log',
    },
  ],
  arguments: { monitorId: idArgument('<id>', 'id of the network monitor') },
  options: {},
  exitCodes: 'plugin',
  json: 'the result of the check',
  deadlineSeconds: checkDeadlineSeconds,
  async run(context, { monitorId }) {
    const { api } = await context.connect('admin');
    const monitor = await api.networkMonitors.get({ params: { monitorId } });
    const { showOutcome } = await import('./show-outcomes.ts');
    return showOutcome(context, await runCheck(api, monitor));
  },
});
