import { alertTypes } from '@upvigil/core/alert-types';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { alertMessages } from '@upvigil/core/page-messages/alerts';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { choiceOption, numberOption } from '../../options/inputs.ts';
import { plainOption } from '../../options/plain-option.ts';
import { showList } from '../../output/show-list.ts';
import { alertColumns } from './columns.ts';

export const alerts = defineCommand({
  path: ['alerts'],
  summary: 'show the alerts of the last hours',
  description:
    'Shows alerts, newest first, with who was told and, where somebody did, who acknowledged them. On a terminal it is a live screen with filters, in which Enter shows what the check of an alert saw, as upvigil alerts show prints it, Tab who was told, A acknowledges, m mutes for an hour, and v shows outages instead of alerts; q leaves it.',
  examples: [
    { command: 'upvigil alerts --hours 72 --type DOWN', about: 'Outages of the last three days, live' },
    {
      command: '0 8 * * * upvigil alerts --hours 24 | mail -E -s "alerts" ops@example.org',
      about: 'In a crontab: mail the alerts of the day, if there are any',
    },
  ],
  arguments: {},
  options: {
    hours: numberOption('--hours <n>', 'how far back', limits.hours, defaults.hours.alerts),
    type: choiceOption('--type <type>', 'only this type', alertTypes),
    plain: plainOption,
  },
  exitCodes: 'plain',
  json: 'the array of alerts with their deliveries',
  async run(context, { hours, type, plain }) {
    const { terminal, form } = context;
    if (form === 'terminal' && terminal.canDraw && !plain) {
      const { startTui } = await import('../../tui/start-tui.tsx');
      return await startTui(context, { screen: 'alerts', hours, type });
    }
    const { api } = await context.connect('admin');
    const all = await api.alerts.list({ query: { hours } });
    const rows = type === null ? all : all.filter(({ alert_type }) => alert_type === type);
    await showList(context, { columns: alertColumns(rows, form), rows, json: rows, empty: alertMessages.none });
    return exitCodes.done;
  },
});
