import { backupMessages } from '@upvigil/core/page-messages/backup';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import { backupColumns } from './columns.ts';

export const listBackups = defineCommand({
  path: ['backup', 'list'],
  summary: 'list the backups on the server',
  description: 'Lists the backups that lie on the server, newest first, with size and time.',
  examples: [
    { command: 'upvigil backup list', about: 'Which backups are there' },
    {
      command:
        '0 9 * * * upvigil backup list | head -1 | cut -f3 | grep -q "$(date -u +\\%F)" || echo "no backup today"',
      about: 'In a crontab: tell when the last night left no backup',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'an object with the array backups',
  async run(context) {
    const { api } = await context.connect('admin');
    const answer = await api.backup.list();
    const empty = `${backupMessages.none}  (upvigil backup create)`;
    await showList(context, { columns: backupColumns, rows: answer.backups, json: answer, empty });
    return exitCodes.done;
  },
});
