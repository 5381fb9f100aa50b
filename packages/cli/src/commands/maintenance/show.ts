import type { MaintenanceRun, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { stripLine } from '@upvigil/core/format/foreign-text';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { printText } from '../../output/print-text.ts';
import { dayAndTime } from '../../output/times.ts';
import { lengthText, startsText, targetsOf } from './columns.ts';

/** So many of the times to come are shown. */
const nextShown = 5;

export const showMaintenance = defineCommand({
  path: ['maintenance', 'show'],
  summary: 'show what is planned, and its next times',
  description:
    'Shows a window of maintenance: when it takes place by the clocks of its zone, of what, and its next five times, on a terminal by your own clock.',
  examples: [
    { command: 'upvigil maintenance show 5', about: 'One window; upvigil maintenance list --windows has the ids' },
    {
      command: '0 9 * * 5 upvigil maintenance show 5 | grep ^Next',
      about: 'In a crontab: mail each Friday when it takes place next',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the window') },
  options: {},
  exitCodes: 'plain',
  json: 'the window, with its next times as the array runs',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const window = await api.maintenance.get({ params: { windowId: id } });
    const runs = (await api.maintenance.runs({ query: {} })).filter(({ window_id }) => window_id === id);
    const next = runs.slice(0, nextShown);
    const { terminal, form } = context;
    if (form === 'json') {
      terminal.print(toJson({ ...window, runs: next }));
      return exitCodes.done;
    }
    const lines = windowLines(window, next, form === 'terminal' ? dayAndTime : (time) => time);
    await printText(context, lines.map(stripLine));
    return exitCodes.done;
  },
});

function windowLines(window: MaintenanceWindow, next: readonly MaintenanceRun[], timeText: (time: string) => string) {
  const { id, title, rrule, duration_minutes, announce_hours, notify, body } = window;
  return [
    `Window: ${id} ${title}`,
    `Starts: ${startsText(window)}`,
    `Length: ${lengthText(duration_minutes)}`,
    `Repeats: ${rrule ?? 'no'}`,
    `Of: ${targetsOf(window)}`,
    `Public: ${window.public ? `announced ${announce_hours} h before` : 'no'}${notify ? ', subscribers are told' : ''}`,
    ...next.map(({ id: run, starts_at, ends_at, state }) => {
      const word = state === 'in_progress' ? 'Now' : 'Next';
      return `${word}: ${timeText(starts_at)} to ${timeText(ends_at)} (run ${run})`;
    }),
    ...(body === '' ? [] : ['', ...body.split(/\r?\n/)]),
  ];
}
