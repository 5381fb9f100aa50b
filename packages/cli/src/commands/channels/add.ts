import { type DeliveryChannel, deliveryChannels } from '@upvigil/core/channel-kinds/names';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { choiceArgument, flagOption, textOption } from '../../options/inputs.ts';
import { readJsonObject } from '../../options/read-json.ts';
import { toJson } from '../../output/json.ts';

/** All but what a browser makes. */
export const addedKinds = deliveryChannels.filter(
  (kind): kind is Exclude<DeliveryChannel, 'web_push'> => kind !== 'web_push',
);

export const addChannel = defineCommand({
  path: ['channel', 'add'],
  summary: 'add a channel on which alerts are told',
  description: `Adds a channel of a kind: ${addedKinds.join(', ')}. Its settings are read from stdin as one JSON object, so that no secret stands among the arguments; upvigil channel kinds KIND lists them. The policy Default tells it too, unless --no-default-policy says otherwise.\n\nA signing secret that is made for a webhook is the only thing on stdout, and is shown this once. A browser adds itself, on the page Settings.`,
  examples: [
    {
      command: 'upvigil channel add ntfy --name "Ops phone" --config-stdin <ntfy.json',
      about: 'ntfy.json: {"base_url": "https://ntfy.sh", "topic": "ops-4711"}',
    },
    {
      command: 'upvigil channel add webhook --name CI --config-stdin <hook.json >/etc/ci/webhook-secret',
      about: 'Keep the secret with which the messages are signed',
    },
    {
      command:
        '@reboot upvigil channels | grep -q "Ops phone" || upvigil channel add ntfy --name "Ops phone" --config-stdin </etc/upvigil/ntfy.json',
      about: 'In a crontab: add it where it is not there yet',
    },
  ],
  arguments: { kind: choiceArgument('<kind>', 'kind of the channel; upvigil channel kinds lists them', addedKinds) },
  options: {
    name: textOption('--name <name>', 'what it is called; required'),
    config: flagOption('--config-stdin', 'read its settings from stdin, as a JSON object; required'),
    alone: flagOption('--no-default-policy', 'the policy Default does not tell it'),
  },
  exitCodes: 'plain',
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
      terminal.say(tellingMessages.channel.added(added.id, added.name));
      if (added.secret !== null) terminal.print(added.secret);
      if (added.secret !== null) terminal.say(tellingMessages.channel.secretOnce);
    }
    return exitCodes.done;
  },
});
