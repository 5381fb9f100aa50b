import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { Channel } from '@upvigil/core/contract/channels';
import { channelNames } from '@upvigil/core/contract/names/channels';
import { isUnproven, proofWords, unprovenSince } from '@upvigil/core/status/proof';
import { commandMessages } from '@upvigil/core/texts/alerts';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { choiceArgument, flagOption, idArgument, textOption } from '../options/inputs.ts';
import { readJsonObject } from '../options/read-json.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import { showList } from '../output/show-list.ts';
import { showResult } from '../output/show-result.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { addedKinds, channelKinds } from './channel-kinds.ts';
import { listCommand, removeCommand } from './kit.ts';

/** Why messages may not go out on it; null where nothing is known against it. */
const troubleOf = ({ last_error, secrets_missing }: Channel): string | null =>
  secrets_missing ? commandMessages.channel.secretsMissing : last_error;

const sinceOf = ({ proven_at, created_at }: Channel): string | null =>
  unprovenSince({ proven_at, added_at: created_at, first_drill_at: null });

/** Whether messages are known to arrive. `now` in ms since the epoch. */
const provenText = (channel: Channel, now: number): string =>
  proofWords(channel.proven_at, sinceOf(channel), now).words;

/** `now` in ms since the epoch. */
const channelColumns = (now: number): readonly Column<Channel>[] => [
  idColumn,
  { header: 'KIND', text: ({ kind }) => channelNames[kind], raw: ({ kind }) => kind, shrinkTo: 10, dropOrder: 2 },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  {
    header: 'STATE',
    text: ({ enabled }) => (enabled ? 'on' : 'off'),
    role: ({ enabled }) => (enabled ? 'good' : 'quiet'),
  },
  timeColumn('LAST SENT', ({ last_sent_at }) => last_sent_at, { none: 'Never', dropOrder: 3 }),
  {
    header: 'LAST PROVEN',
    text: (channel) => provenText(channel, now),
    raw: ({ proven_at }) => proven_at ?? '',
    role: (channel) => (isUnproven(sinceOf(channel), now) ? 'warn' : 'plain'),
    dropOrder: 1,
  },
  {
    header: 'LAST ERROR',
    text: (channel) => troubleOf(channel) ?? '-',
    raw: (channel) => troubleOf(channel) ?? '',
    role: (channel) => (troubleOf(channel) === null ? 'quiet' : 'bad'),
    shrinkTo: 10,
  },
];

const channels = listCommand({
  path: ['channels'],
  summary: 'list the channels that were added, with their ids',
  description:
    'Lists the channels that were added, by id: when the last message went out, when somebody last confirmed that one arrived, and why the last one failed. Email, SMS and Slack, which are always there, have their own settings and no line here.',
  examples: {
    'upvigil channels': 'Which channels there are, and what is wrong with them',
    "0 9 * * * upvigil channels | awk -F'\\t' '$7 != \"\"'":
      'In a crontab: mail the channels whose last message failed',
  },
  json: 'the array of channels, secrets masked',
  columns: channelColumns,
  empty: `${commandMessages.channel.none}  (upvigil channel add)`,
  read: (api) => api.channels.list(),
});

const addChannel = defineCommand({
  path: ['channel', 'add'],
  summary: 'add a channel for alerts',
  description: `Adds a channel of a kind: ${addedKinds.join(', ')}. Its settings are read from stdin as one JSON object, so that no secret stands among the arguments; upvigil channel kinds KIND lists them. It becomes part of the policy Default, except with --no-default-policy.\n\nFor a webhook the new signing secret is the only thing on stdout, and is shown once. A browser adds itself, on the page Settings.`,
  examples: {
    'upvigil channel add ntfy --name "Ops phone" --config-stdin <ntfy.json':
      'ntfy.json: {"base_url": "https://ntfy.sh", "topic": "ops-4711"}',
    'upvigil channel add webhook --name CI --config-stdin <hook.json >/etc/ci/webhook-secret':
      'Keep the secret with which the messages are signed',
    '@reboot upvigil channels | grep -q "Ops phone" || upvigil channel add ntfy --name "Ops phone" --config-stdin </etc/upvigil/ntfy.json':
      'In a crontab: add it where it is not there yet',
  },
  arguments: { kind: choiceArgument('<kind>', 'kind of the channel; upvigil channel kinds lists them', addedKinds) },
  options: {
    name: textOption('--name <name>', 'what it is called; required'),
    config: flagOption('--config-stdin', 'read its settings from stdin, as a JSON object; required'),
    alone: flagOption('--no-default-policy', 'do not add it to the policy Default'),
  },
  json: 'the channel, secrets masked, with secret: the one that was made for it, or null',
  async run(context, { kind, name, config, alone }) {
    if (name === null) throw new UsageError('--name <name> is required');
    if (!config) {
      throw new UsageError(
        `Its settings are required: --config-stdin <settings.json; see upvigil channel kinds ${kind}`,
      );
    }
    const settings = await readJsonObject(context);
    const { api } = await context.connect('admin');
    const body = { kind, name, config: settings, enabled: true, add_to_default_policy: !alone };
    const added = await api.channels.create({ body });
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson(added));
    else {
      terminal.say(commandMessages.channel.added(added.id, added.name));
      if (added.secret !== null) terminal.print(added.secret);
      if (added.secret !== null) terminal.say(commandMessages.channel.secretOnce);
    }
  },
});

interface Fact {
  name: string;
  text: string;
  raw?: string;
}

const columns: readonly Column<Fact>[] = [
  { header: 'FIELD', text: ({ name }) => name },
  { header: 'VALUE', text: ({ text }) => text || '-', raw: ({ text, raw }) => raw ?? text, shrinkTo: 20 },
];

const showChannel = defineCommand({
  path: ['channel', 'show'],
  summary: 'show one channel with its settings',
  description:
    'Shows a channel and its settings. Secrets that are set are shown as ********; no command and no page shows one again.',
  examples: {
    'upvigil channel show 5': 'Its settings; upvigil channels lists ids',
    '0 6 * * 1 upvigil channel show 5 | grep ^last_error':
      'In a crontab: mail why its last message failed, each Monday',
  },
  arguments: { id: idArgument('<id>', 'id of the channel') },
  json: 'the channel, secrets masked',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const channel = await api.channels.get({ params: { channelId: id } });
    await showList(context, { columns, rows: factsOf(channel, context.now()), json: channel, empty: '' });
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

const testChannel = defineCommand({
  path: ['channel', 'test'],
  summary: 'send a test message on a channel',
  description:
    'Sends a test message on a channel now, also on one that is switched off, and says whether the provider accepted it, or quotes its error. Only the recipient knows that it arrived: upvigil drill requests a confirmation.',
  examples: {
    'upvigil channel test 5': 'Try channel 5; upvigil channels lists ids',
    '0 10 1 * * upvigil channel test 5 >/dev/null': 'In a crontab: once a month; cron mails why it failed',
  },
  arguments: { id: idArgument('<id>', 'id of the channel') },
  json: 'an object with success and message',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    return showResult(context, await api.channels.testSaved({ params: { channelId: id } }));
  },
});

const rotateSecret = defineCommand({
  path: ['channel', 'rotate-secret'],
  summary: 'make another signing secret for a webhook',
  description:
    'Makes another signing secret for a webhook, and prints it this once. The secret before it signs too for 24 hours, so that the receiver can change over in between.',
  examples: {
    'upvigil channel rotate-secret 5 >/etc/ci/webhook-secret': 'Keep it where the receiver reads it',
    '0 4 1 1,7 * upvigil channel rotate-secret 5 2>/dev/null | ssh ci "cat >/etc/ci/webhook-secret"':
      'In a crontab: twice a year',
  },
  arguments: { id: idArgument('<id>', 'id of the webhook; upvigil channels lists ids') },
  json: 'an object with secret',
  async run({ connect, terminal, form }, { id }) {
    const { api } = await connect('admin');
    const made = await api.channels.rotateSecret({ params: { channelId: id } });
    if (form === 'json') terminal.print(toJson(made));
    else {
      terminal.print(made.secret);
      terminal.say(commandMessages.channel.rotated);
    }
  },
});

const deleteChannel = removeCommand({
  path: ['channel', 'delete'],
  summary: 'delete a channel that no policy names',
  description:
    'Deletes a channel, after a question. A channel that a policy still uses is refused, and the policy is named: remove it there first (upvigil routing, or the page Settings). Alerts keep their deliveries.',
  examples: {
    'upvigil channel delete 5': 'Delete channel 5; upvigil channels lists ids',
    "30 2 1 * * upvigil channels | awk -F'\\t' '$4 == \"off\" {print $1}' | xargs -rn1 upvigil channel delete --yes":
      'In a crontab: once a month those that are switched off',
  },
  arguments: { id: idArgument('<id>', 'id of the channel') },
  find: (api, { id }) => api.channels.get({ params: { channelId: id } }),
  question: ({ name }) => commandMessages.channel.confirmDelete(name),
  remove: (api, id) => api.channels.remove({ params: { channelId: id } }),
  removed: ({ name }) => commandMessages.channel.deleted(name),
});

export const channelNoun: Noun = {
  group: { name: 'channel', summary: 'add, test and delete channels for alerts' },
  commands: [channels, addChannel, showChannel, testChannel, rotateSecret, deleteChannel, channelKinds],
};
