import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import { channelColumns } from './columns.ts';

export const channels = defineCommand({
  path: ['channels'],
  summary: 'list the channels that were added, with their ids',
  description:
    'Lists the channels that were added, by id: when the last message went out, when somebody last confirmed that one arrived, and why the last one failed. Email, SMS and Slack, which are always there, have their own settings and no line here.',
  examples: [
    { command: 'upvigil channels', about: 'Which channels there are, and what is wrong with them' },
    {
      command: "0 9 * * * upvigil channels | awk -F'\\t' '$7 != \"\"'",
      about: 'In a crontab: mail the channels whose last message failed',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of channels, secrets masked',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.channels.list();
    const empty = `${tellingMessages.channel.none}  (upvigil channel add)`;
    await showList(context, { columns: channelColumns(context.now()), rows, json: rows, empty });
    return exitCodes.done;
  },
});
