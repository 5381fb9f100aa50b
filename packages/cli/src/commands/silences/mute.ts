import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { durationOption, idOption, textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { renderPipe } from '../../output/pipe.ts';
import { dayAndTime } from '../../output/times.ts';
import { mutedTarget, silenceColumns } from './columns.ts';

const hourMs = 3_600_000;

export const mute = defineCommand({
  path: ['mute'],
  summary: 'tell nobody of a website or a monitor for a while',
  description:
    'Mutes a website or a monitor: its checks go on and its alerts are recorded, but nobody is told until the time is over; what lasts then is told. What was told before has its recovery told as always. Public pages and uptime do not change.',
  examples: [
    {
      command: 'upvigil mute --monitor 7 --for 1h --reason "disk is being replaced"',
      about: 'One monitor; upvigil urls and monitors list ids',
    },
    { command: 'upvigil mute --website 3 --for 2d', about: 'All of a website' },
    {
      command: '55 1 * * 0 upvigil mute --website 3 --for 90m --reason "weekly restart"',
      about: 'In a crontab: while something restarts each Sunday',
    },
  ],
  arguments: {},
  options: {
    monitor: idOption('--monitor <id>', 'a URL or a network monitor'),
    website: idOption('--website <id>', 'a website with all its monitors'),
    length: durationOption(
      '--for <time>',
      `for how long: 30m, 1h, 2d; ${tellingMessages.silence.longest}`,
      limits.silenceDays * 24 * hourMs,
      defaults.muteHours * hourMs,
    ),
    reason: textOption('--reason <text>', 'why; it stands in the list of what is muted'),
  },
  exitCodes: 'plain',
  json: 'what is muted, with its id',
  async run(context, { monitor, website, length, reason }) {
    if ((monitor === null) === (website === null)) {
      throw new UsageError('One of --monitor <id> and --website <id> is required');
    }
    const { api } = await context.connect('admin');
    const until = new Date(context.now() + length).toISOString();
    const body = { website_id: website, monitor_id: monitor, until, reason: reason ?? '' };
    const silence = await api.silences.create({ body });
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson(silence));
    else if (form === 'pipe') renderPipe(silenceColumns, [silence]).forEach(terminal.print);
    else terminal.print(tellingMessages.silence.made(mutedTarget(silence), dayAndTime(silence.until)));
    return exitCodes.done;
  },
});
