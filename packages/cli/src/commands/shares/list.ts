import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import { shareColumns } from './columns.ts';

export const listShares = defineCommand({
  path: ['share', 'list'],
  summary: 'list share links, how often they were followed, and the links',
  description:
    'Lists the share links, newest first: of which website, whether they work, until when, and how often and when they were followed. Revoked and expired ones stay for 30 days.',
  examples: [
    { command: 'upvigil share list', about: 'Who may look' },
    {
      command: '0 9 1 * * upvigil share list | awk -F\'\\t\' \'$4 == "works" && $7 == "" {print $1, $3}\'',
      about: 'In a crontab: once a month those that nobody follows',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of share links',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.shareLinks.list({ query: { limit: limits.shareLink.most } });
    const columns = shareColumns(context.now());
    const empty = `${accessMessages.shareLink.none}  (upvigil share create)`;
    await showList(context, { columns, rows, json: rows, empty });
    return exitCodes.done;
  },
});
