import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import { userColumns } from './columns.ts';

export const listUsersCommand = defineCommand({
  path: ['user', 'list'],
  summary: 'list the people who may enter besides the owner',
  description:
    'Lists users, newest first: what each may do, whether the invitation was accepted, and when they were here last.',
  examples: [
    { command: 'upvigil user list', about: 'Who may enter' },
    {
      command: "0 9 1 * * upvigil user list | awk -F'\\t' '$5 == \"invited\" {print $2}'",
      about: 'In a crontab: once a month who never accepted',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of users',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.users.list({ query: { limit: limits.listLimit.max } });
    await showList(context, { columns: userColumns, rows, json: rows, empty: accessMessages.user.none });
    return exitCodes.done;
  },
});
