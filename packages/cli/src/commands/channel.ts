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

/** The reason why the channel may not send; null if no problem is known. */
const problemOf = ({ last_error, secrets_missing }: Channel): string | null =>
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
    text: (channel) => problemOf(channel) ?? '-',
    raw: (channel) => problemOf(channel) ?? '',
    role: (channel) => (problemOf(channel) === null ? 'quiet' : 'bad'),
    shrinkTo: 10,
  },
];

const channels = listCommand({
  path: ['channels'],
  summary: 'list added channels with their ids',
  description:
    'Lists the channels that you added, by id: when the last message was sent, when a recipient last confirmed one, and why the last one failed. The built-in email, SMS and Slack channels are not listed.',
  examples: {
    'upvigil channels': 'All channels and their problems',
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
  description: `Adds a channel of one of these kinds: ${addedKinds.join(', ')}. The settings are read from stdin as a JSON object, so that secrets do not appear in the arguments; upvigil channel kinds KIND lists them. The channel joins the policy Default, unless --no-default-policy is given.\n\nFor a webhook, the new signing secret is the only output on stdout, and is shown once. Browsers are added in the browser, on the Settings page.`,
  examples: {
    'upvigil channel add ntfy --name "Ops phone" --config-stdin <ntfy.json':
      'ntfy.json: {"base_url": "https://ntfy.sh", "topic": "ops-4711"}',
    'upvigil channel add webhook --name CI --config-stdin <hook.json >/etc/ci/webhook-secret':
      'Keep the secret that signs the messages',
    '@reboot upvigil channels | grep -q "Ops phone" || upvigil channel add ntfy --name "Ops phone" --config-stdin </etc/upvigil/ntfy.json':
      'In a crontab: add it if it is missing',
  },
  arguments: { kind: choiceArgument('<kind>', 'kind of the channel; upvigil channel kinds lists them', addedKinds) },
  options: {
    name: textOption('--name <name>', 'name of the channel; required'),
    config: flagOption('--config-stdin', 'read the settings from stdin, as a JSON object; required'),
    notInDefault: flagOption('--no-default-policy', 'do not add it to the policy Default'),
  },
  json: 'the channel, secrets masked, with secret: the new signing secret, or null',
  async run(context, { kind, name, config, notInDefault }) {
    if (name === null) throw new UsageError('--name <name> is required');
    if (!config) {
      throw new UsageError(
        `Its settings are required: --config-stdin <settings.json; see upvigil channel kinds ${kind}`,
      );
    }
    const settings = await readJsonObject(context);
    const { api } = await context.connect('admin');
    const body = { kind, name, config: settings, enabled: true, add_to_default_policy: !notInDefault };
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
  description: 'Shows a channel and its settings. Stored secrets appear as ******** and can never be shown again.',
  examples: {
    'upvigil channel show 5': 'The settings of channel 5; upvigil channels lists ids',
    '0 6 * * 1 upvigil channel show 5 | grep ^last_error': 'In a crontab: mail each Monday why the last message failed',
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
  { name: 'last_error', text: problemOf(channel) ?? '', raw: problemOf(channel) ?? '' },
];

const settingText = (value: AnyConfig[string]): string =>
  typeof value === 'string'
    ? value
    : value.map((each) => (typeof each === 'string' ? each : `${each.name}: ${each.value}`)).join(', ');

const testChannel = defineCommand({
  path: ['channel', 'test'],
  summary: 'send a test message on a channel',
  description:
    'Sends a test message on a channel now, even on a disabled one, and shows whether the provider accepted it. This does not prove that it arrived: upvigil drill asks the recipient to confirm.',
  examples: {
    'upvigil channel test 5': 'Test channel 5; upvigil channels lists ids',
    '0 10 1 * * upvigil channel test 5 >/dev/null': 'In a crontab: once a month; cron mails failures',
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
  summary: 'create a new signing secret for a webhook',
  description:
    'Creates a new signing secret for a webhook and prints it once. For 24 hours, messages are also signed with the previous secret, so that you can change the receiver in between.',
  examples: {
    'upvigil channel rotate-secret 5 >/etc/ci/webhook-secret': 'Store it for the receiver',
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
  summary: 'delete a channel',
  description:
    'Deletes a channel. Requires confirmation. A channel that a policy uses is refused, and the policy is named: remove it there first (upvigil routing, or the Settings page). Alerts keep their deliveries.',
  examples: {
    'upvigil channel delete 5': 'Delete channel 5; upvigil channels lists ids',
    "30 2 1 * * upvigil channels | awk -F'\\t' '$4 == \"off\" {print $1}' | xargs -rn1 upvigil channel delete --yes":
      'In a crontab: delete disabled channels once a month',
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
