import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { backupMessages } from '@upvigil/core/page-messages/backup';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { numberOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { alone, backupDeadlineSeconds, confirmUnless, needAgreement, yesOption } from './common.ts';

export const cleanUpBackups = defineCommand({
  path: ['backup', 'cleanup'],
  summary: 'keep the newest backups, delete the others',
  description:
    'Keeps the newest backups on the server and deletes the others, after a question. Prints the deleted names.',
  examples: [
    { command: 'upvigil backup cleanup --keep 5', about: 'Keep the five newest' },
    { command: '45 2 * * * upvigil backup cleanup --keep 10 --yes >/dev/null', about: 'In a crontab: every night' },
  ],
  arguments: {},
  options: {
    keep: numberOption('--keep <n>', 'how many to keep', limits.keepCount, defaults.keepBackups),
    yes: yesOption,
  },
  exitCodes: 'plain',
  json: 'an object with deleted, an array of names, and kept, a count',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { keep, yes }) {
    const { terminal, form } = context;
    needAgreement(yes, context);
    const session = await context.connect('admin');
    await confirmUnless(yes, context, backupMessages.confirmCleanup(keep));
    const answer = await alone(context, session, () => session.api.backup.cleanup({ query: { keep_count: keep } }));
    if (form === 'json') terminal.print(toJson(answer));
    else answer.deleted.forEach(terminal.print);
    if (form === 'terminal') {
      terminal.say(`${backupMessages.cleanedUp}: ${answer.deleted.length} deleted, ${answer.kept} kept`);
    }
    return exitCodes.done;
  },
});
