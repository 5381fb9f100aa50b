import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { textArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { backupDeadlineSeconds } from './common.ts';
import { type ArchiveContent, contentLines, contentRows, readArchive } from './files/archive-content.ts';

export const verifyBackup = defineCommand({
  path: ['backup', 'verify'],
  summary: 'check a backup file; needs no server',
  description:
    'Reads a backup file whole and checks it as a restore would: format, checksums, every row, no path outside the archive. Shows what is in it.',
  examples: [
    { command: 'upvigil backup verify upvigil_20261120T021500Z.tar.gz', about: 'Is this file good' },
    {
      command: '0 4 * * 0 for f in /backup/*.tar.gz; do upvigil backup verify "$f" >/dev/null; done',
      about: 'In a crontab: once a week all of them; cron mails what is broken',
    },
  ],
  arguments: { file: textArgument('<file>', 'the backup file') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with file, size, created, product_version, rows by table, and screenshots',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { file }) {
    const { terminal, form } = context;
    const content: ArchiveContent = await readArchive(context, file);
    if (form === 'json') terminal.print(toJson({ file, ...content }));
    else if (form === 'pipe') for (const row of contentRows(content)) terminal.print(row.join('\t'));
    else terminal.printLines(contentLines(file, content));
    return exitCodes.done;
  },
});
