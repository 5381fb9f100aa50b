import type { AnyConfig } from '@upvigil/core/channel-kinds/config-fields';
import { channelNames } from '@upvigil/core/channel-kinds/names';
import type { Channel } from '@upvigil/core/contract/channels';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { showList } from '../../output/show-list.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';
import { provenText, troubleOf } from './columns.ts';

interface Fact {
  name: string;
  text: string;
  raw?: string;
}

const columns: readonly Column<Fact>[] = [
  { header: 'FIELD', text: ({ name }) => name },
  { header: 'VALUE', text: ({ text }) => text || '-', raw: ({ text, raw }) => raw ?? text, shrinkTo: 20 },
];

export const showChannel = defineCommand({
  path: ['channel', 'show'],
  summary: 'show one channel with its settings',
  description:
    'Shows a channel and its settings. Secrets that are set are shown as ********; no command and no page shows one again.',
  examples: [
    { command: 'upvigil channel show 5', about: 'Its settings; upvigil channels lists ids' },
    {
      command: '0 6 * * 1 upvigil channel show 5 | grep ^last_error',
      about: 'In a crontab: mail why its last message failed, each Monday',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the channel') },
  options: {},
  exitCodes: 'plain',
  json: 'the channel, secrets masked',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const channel = await api.channels.get({ params: { channelId: id } });
    await showList(context, { columns, rows: factsOf(channel, context.now()), json: channel, empty: '' });
    return exitCodes.done;
  },
});

const time = (name: string, at: string | null, never = 'Never'): Fact => ({
  name,
  text: at ? dayAndTime(at) : never,
  raw: at ?? '',
});

const factsOf = (channel: Channel, now: number): Fact[] => [
  { name: 'id', text: String(channel.id) },
  { name: 'kind', text: channelNames[channel.kind], raw: channel.kind },
  { name: 'name', text: channel.name },
  { name: 'state', text: channel.enabled ? 'on' : 'off' },
  ...Object.entries(channel.config as AnyConfig).map(([name, value]) => ({
    name: `config.${name}`,
    text: settingText(value),
  })),
  time('created_at', channel.created_at),
  time('last_sent_at', channel.last_sent_at),
  { name: 'proven_at', text: provenText(channel, now), raw: channel.proven_at ?? '' },
  { name: 'last_error', text: troubleOf(channel) ?? '', raw: troubleOf(channel) ?? '' },
];

const settingText = (value: AnyConfig[string]): string =>
  typeof value === 'string'
    ? value
    : value.map((each) => (typeof each === 'string' ? each : `${each.name}: ${each.value}`)).join(', ');
