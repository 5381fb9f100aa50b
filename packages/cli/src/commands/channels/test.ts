import { defineCommand } from '../../command.ts';
import { idArgument } from '../../options/inputs.ts';
import { showResult } from '../../output/show-result.ts';

export const testChannel = defineCommand({
  path: ['channel', 'test'],
  summary: 'send a test message on a channel',
  description:
    "Sends a test message on a channel now, also on one that is switched off, and says whether the provider took it; the provider's words where it did not. That it arrived is known only to whoever reads it: upvigil drill asks them.",
  examples: [
    { command: 'upvigil channel test 5', about: 'Try channel 5; upvigil channels lists ids' },
    {
      command: '0 10 1 * * upvigil channel test 5 >/dev/null',
      about: 'In a crontab: once a month; cron mails why it failed',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the channel') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with success and message',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    return showResult(context, await api.channels.testSaved({ params: { channelId: id } }));
  },
});
