import type { Silence } from '@upvigil/core/contract/silences';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { commandMessages } from '@upvigil/core/texts/alerts';
import { dayMs, hourMs } from '@upvigil/core/time';
import { monitorId, websiteId } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { durationOption, idArgument, textOption } from '../options/inputs.ts';
import { monitorOption, websiteOption } from '../options/refs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { endCommand, listCommand, showChanged } from './kit.ts';

/** 'Shop', or for one monitor 'Shop: https://shop.example.org/'. */
const mutedTarget = ({ website_name, monitor_name }: Silence): string =>
  monitor_name === null ? website_name : `${website_name}: ${monitor_name}`;

const silenceColumns: readonly Column<Silence>[] = [
  idColumn,
  { header: 'MUTED', text: mutedTarget, shrinkTo: 16 },
  timeColumn('UNTIL', ({ until }) => until),
  { header: 'REASON', text: ({ reason }) => reason || '-', raw: ({ reason }) => reason, shrinkTo: 10, dropOrder: 1 },
  timeColumn('SINCE', ({ created_at }) => created_at, { dropOrder: 2 }),
];

export const muteOptions = {
  length: durationOption(
    '--for <time>',
    `duration: 30m, 1h, 2d; ${commandMessages.silence.longest}`,
    limits.silenceDays * dayMs,
    defaults.muteHours * hourMs,
  ),
  reason: textOption('--reason <text>', 'reason, shown in the list of mutes'),
};

const mute = defineCommand({
  path: ['mute'],
  summary: 'mute a website or a monitor for a while',
  description:
    'Mutes a website or a monitor. Its checks continue and its alerts are recorded, but nobody is notified until the mute ends. A problem that lasts until then is reported. The recovery of a problem that was reported before is reported as usual. Public pages and uptime do not change.',
  examples: {
    'upvigil mute --monitor 7 --for 1h --reason "disk is being replaced"':
      'One monitor; upvigil urls and monitors list ids',
    'upvigil mute --website Shop --for 2d': 'All monitors of a website',
    '55 1 * * 0 upvigil mute --website 3 --for 90m --reason "weekly restart"':
      'In a crontab: during a restart every Sunday',
  },
  options: {
    monitor: monitorOption('a URL or a network monitor'),
    website: websiteOption('a website with all its monitors'),
    ...muteOptions,
  },
  json: 'the mute, with its id',
  async run(context, { monitor, website, length, reason }) {
    if ((monitor === null) === (website === null)) {
      throw new UsageError('One of --monitor <id> and --website <id> is required');
    }
    const { api } = await context.connect('admin');
    const until = new Date(context.now() + length).toISOString();
    const body = {
      website_id: website === null ? null : await websiteId(api, website),
      monitor_id: monitor === null ? null : await monitorId(api, monitor),
      until,
      reason: reason ?? '',
    };
    const silence = await api.silences.create({ body });
    showChanged(context, {
      columns: silenceColumns,
      row: silence,
      sentence: commandMessages.silence.made(mutedTarget(silence), dayAndTime(silence.until)),
    });
  },
});

const mutes = listCommand({
  path: ['mutes'],
  summary: 'list mutes with their ids',
  description: 'Lists muted websites and monitors, by the end of the mute.',
  examples: {
    'upvigil mutes': 'All mutes with end and reason',
    '0 9 * * 1 upvigil mutes': 'In a crontab: mail the mutes, if there are any',
  },
  json: 'the array of mutes',
  columns: silenceColumns,
  empty: commandMessages.silence.none,
  read: (api) => api.silences.list(),
});

const unmute = endCommand({
  path: ['unmute'],
  summary: 'end a mute early',
  description: 'Ends a mute early. Problems that still last are reported.',
  examples: {
    'upvigil unmute 12': 'End one; upvigil mutes lists ids',
    '0 6 * * * upvigil mutes | grep nightly | cut -f1 | xargs -rn1 upvigil unmute':
      'In a crontab: end the mutes of the night in the morning',
  },
  arguments: { id: idArgument('<id>', 'id of the mute (not of the website or monitor)') },
  ended: 'unmuted',
  end: (api, id) => api.silences.remove({ params: { silenceId: id } }),
  sentence: commandMessages.silence.ended,
});

export const silenceNoun: Noun = {
  commands: [mute, mutes, unmute],
};
