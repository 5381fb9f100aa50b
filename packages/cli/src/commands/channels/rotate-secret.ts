import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const rotateSecret = defineCommand({
  path: ['channel', 'rotate-secret'],
  summary: 'make another signing secret for a webhook',
  description:
    'Makes another signing secret for a webhook, and prints it this once. The secret before it signs too for 24 hours, so that the receiver can change over in between.',
  examples: [
    {
      command: 'upvigil channel rotate-secret 5 >/etc/ci/webhook-secret',
      about: 'Keep it where the receiver reads it',
    },
    {
      command: '0 4 1 1,7 * upvigil channel rotate-secret 5 2>/dev/null | ssh ci "cat >/etc/ci/webhook-secret"',
      about: 'In a crontab: twice a year',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the webhook; upvigil channels lists ids') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with secret',
  async run({ connect, terminal, form }, { id }) {
    const { api } = await connect('admin');
    const made = await api.channels.rotateSecret({ params: { channelId: id } });
    if (form === 'json') terminal.print(toJson(made));
    else {
      terminal.print(made.secret);
      terminal.say(tellingMessages.channel.rotated);
    }
    return exitCodes.done;
  },
});
