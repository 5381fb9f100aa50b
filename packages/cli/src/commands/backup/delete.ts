import { backupMessages } from '@upvigil/core/page-messages/backup';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { textArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { alone, backupDeadlineSeconds, confirmUnless, needAgreement, yesOption } from './common.ts';

export const deleteBackup = defineCommand({
  path: ['backup', 'delete'],
  summary: 'delete one backup on the server',
  description: 'Deletes one backup on the server, after a question.',
  examples: [
    {
      command: 'upvigil backup delete upvigil_20261120T021500Z.tar.gz',
      about: 'Delete one; upvigil backup list names them',
    },
    {
      command: '30 2 1 * * upvigil backup list | grep ^trial_ | cut -f1 | xargs -rn1 upvigil backup delete --yes',
      about: 'In a crontab: once a month those that were only a trial',
    },
  ],
  arguments: { name: textArgument('<name>', 'name of the backup') },
  options: { yes: yesOption },
  exitCodes: 'plain',
  json: 'an object with deleted, an array of one name',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { name, yes }) {
    needAgreement(yes, context);
    const session = await context.connect('admin');
    await confirmUnless(yes, context, backupMessages.confirmDelete(name));
    await alone(context, session, () => session.api.backup.remove({ params: { name } }));
    if (context.form === 'json') context.terminal.print(toJson({ deleted: [name] }));
    else context.terminal.say(`Deleted ${name}`);
    return exitCodes.done;
  },
});
