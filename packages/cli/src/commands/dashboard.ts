import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { defineCommand, type Noun } from '../command.ts';
import { numberOption } from '../options/inputs.ts';
import { plainOption } from '../options/plain-option.ts';
import { toJson } from '../output/json.ts';

const dashboard = defineCommand({
  path: ['dashboard'],
  summary: 'show the dashboard',
  description:
    'Shows problems, counts, websites with sparklines, network services and recent alerts; problems come first. On a terminal this is a live screen: ? lists the keys, q quits.',
  examples: {
    'upvigil dashboard --hours 6': 'The live dashboard of the last six hours',
    '0 8 * * 1-5 upvigil dashboard --hours 24 | mail -s "uptime" team@example.org':
      'In a crontab: a report every working day',
  },
  options: {
    hours: numberOption('--hours <n>', 'hours to look back', limits.hours, defaults.hours.dashboard),
    plain: plainOption,
  },
  json: 'the dashboard object: counts, averages, network_stats, recent_alerts',
  async run(context, { hours, plain }) {
    const { terminal, form } = context;
    if (form === 'terminal' && terminal.canDraw && !plain) {
      const { startTui } = await import('../tui/start-tui.tsx');
      return await startTui(context, { screen: 'dashboard', hours });
    }
    const { api } = await context.connect('admin');
    if (form === 'json') terminal.print(toJson(await api.dashboard.stats({ query: { hours } })));
    else {
      const { loadReport, reportLines } = await import('./dashboard-report.ts');
      const report = await loadReport(api, hours, context.now());
      terminal.printLines(reportLines(report, reportWidth(form, terminal.width())));
    }
  },
});

/** Width at which lines are cut. In a pipe nothing is cut. */
const reportWidth = (form: 'terminal' | 'pipe', width: number): number =>
  form === 'pipe' ? Number.POSITIVE_INFINITY : width;

export const dashboardNoun: Noun = {
  commands: [dashboard],
};
