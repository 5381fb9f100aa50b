import { stat } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes } from '@upvigil/core/format/bytes';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { backupMessages } from '@upvigil/core/page-messages/backup';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { textArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { plainText } from '../../output/paint.ts';
import { alone, backupDeadlineSeconds, confirmUnless, needAgreement, yesOption } from './common.ts';
import { contentLines, readArchive } from './files/archive-content.ts';

export const restoreBackup = defineCommand({
  path: ['backup', 'restore'],
  summary: "replace the server's data by a backup file",
  description:
    'Checks a backup file, shows what is in it, asks, and sends it to the server, which checks it again, keeps a backup named before-restore, and replaces all its data at once. When anything fails, the data stays as it was. Who may enter (passwords, users, tokens, sessions) and the audit are not part of a backup.',
  examples: [
    {
      command: 'upvigil backup restore upvigil_20261120T021500Z.tar.gz',
      about: 'Restore, after a look and a question',
    },
    {
      command:
        '0 5 * * * UPVIGIL_SERVER=http://standby:8080 upvigil backup restore /backup/newest.tar.gz --yes >/dev/null',
      about: 'In a crontab: keep a standby up to date',
    },
  ],
  arguments: { file: textArgument('<file>', 'the backup file') },
  options: { yes: yesOption },
  exitCodes: 'plain',
  json: 'an object with message and restored, the rows by table; secrets_missing where some are sealed under another key',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { file, yes }) {
    const { terminal, form } = context;
    needAgreement(yes, context);
    const content = await readArchive(context, file);
    // Loaded here: every other command would wait for the HTTP clients.
    const [{ fileOnDisk }, { sendFile }] = await Promise.all([
      import('./files/file-on-disk.ts'),
      import('./files/send-file.ts'),
    ]);
    const session = await context.connect('admin', { sendFile });
    if (!yes) for (const each of contentLines(file, content)) terminal.say(plainText(each));
    await confirmUnless(yes, context, `${withoutCredentials(session.server)}: ${backupMessages.confirmRestore}`);
    const progress = terminal.progress('Sending', formatBytes);
    const blob = fileOnDisk(file, (await stat(file)).size);
    const answer = await alone(context, session, () =>
      session.api.backup
        .restore({ file: blob, fileName: path.basename(file), onProgress: progress.update, signal: context.signal })
        .finally(progress.end),
    );
    if (form === 'json') terminal.print(toJson(answer));
    else if (form === 'pipe') {
      for (const [table, rows] of Object.entries(answer.restored)) terminal.print(`${table}\t${rows}`);
    } else terminal.print(`Backup restored: ${total(answer.restored)} rows`);
    if (answer.secrets_missing) terminal.say(backupMessages.secretsMissing(answer.secrets_missing));
    return exitCodes.done;
  },
});

const total = (restored: Record<string, number>): number =>
  Object.values(restored).reduce((sum, rows) => sum + rows, 0);
