import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import { tokenColumns } from './columns.ts';

export const listTokens = defineCommand({
  path: ['token', 'list'],
  summary: 'list API tokens with their scopes, without the tokens',
  description:
    'Lists the API tokens, newest first: what each may do, how it begins, when it expires, and when and from where it was used last. The tokens themselves are shown by nobody again.',
  examples: [
    { command: 'upvigil token list', about: 'Which tokens there are' },
    {
      command: "0 9 1 * * upvigil token list | awk -F'\\t' '$6 == \"\" {print $1, $2}'",
      about: 'In a crontab: once a month those that were never used',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of tokens',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.tokens.list({ query: { limit: limits.listLimit.max } });
    const columns = tokenColumns(context.now());
    await showList(context, {
      columns,
      rows,
      json: rows,
      empty: `${accessMessages.token.none}  (upvigil token create)`,
    });
    return exitCodes.done;
  },
});
