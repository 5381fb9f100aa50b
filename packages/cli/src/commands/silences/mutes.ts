import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import { silenceColumns } from './columns.ts';

export const mutes = defineCommand({
  path: ['mutes'],
  summary: 'list what is muted now, with ids',
  description: 'Lists the websites and monitors of which nobody is told now, by the time at which that ends.',
  examples: [
    { command: 'upvigil mutes', about: 'What is muted, until when and why' },
    { command: '0 9 * * 1 upvigil mutes', about: 'In a crontab: mail what is muted, if anything is' },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of what is muted',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.silences.list();
    await showList(context, { columns: silenceColumns, rows, json: rows, empty: tellingMessages.silence.none });
    return exitCodes.done;
  },
});
