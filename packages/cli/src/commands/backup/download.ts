import { chmod, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes } from '@upvigil/core/format/bytes';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { fileOption, textArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { alone, backupDeadlineSeconds, confirmUnless, yesOption } from './common.ts';
import { type ArchiveContent, readArchive } from './files/archive-content.ts';

export const downloadBackup = defineCommand({
  path: ['backup', 'download'],
  summary: 'download a backup and check it',
  description:
    'Downloads a backup, checks the file as a restore would, and only then gives it its name; until then it is NAME.part, which a later try goes on with. Only you can read the file. Asks before an existing file is replaced.',
  examples: [
    { command: 'upvigil backup download upvigil_20261120T021500Z.tar.gz', about: 'Into this folder' },
    {
      command: '15 2 * * * upvigil backup download "$(upvigil backup create)" --output /backup --yes >/dev/null',
      about: 'In a crontab: every night a new one, kept on this machine',
    },
  ],
  arguments: { name: textArgument('<name>', 'name of the backup; upvigil backup list names them') },
  options: {
    output: fileOption('--output <path>', 'file or folder to write to; default: the name, in this folder'),
    yes: yesOption,
  },
  exitCodes: 'plain',
  json: 'an object with name, file, size, created, rows by table, and screenshots',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { name, output, yes }) {
    const { terminal, form } = context;
    const target = await targetFile(name, output);
    if (await exists(target)) await confirmUnless(yes, context, `${target} exists. Replace it?`);
    const content = await downloadChecked(context, name, target);
    if (form === 'json') terminal.print(toJson({ name, file: target, ...content }));
    else terminal.print(target);
    if (form === 'terminal') terminal.say(`Downloaded and checked (${formatBytes(content.size)})`);
    return exitCodes.done;
  },
});

async function targetFile(name: string, output: string | null): Promise<string> {
  const file = path.basename(name);
  if (file !== name || /^\.*$/.test(name)) throw new UsageError(`"${name}" is not the name of a backup`);
  if (output === null) return file;
  const isFolder = await stat(output).then(
    (found) => found.isDirectory(),
    () => /[/\\]$/.test(output),
  );
  return isFolder ? path.join(output, file) : output;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Downloads the file, checks it, and gives it its name. When it does not fit a part of before, it is fetched whole. */
async function downloadChecked(context: Context, name: string, target: string): Promise<ArchiveContent> {
  const { connectForDownload, fetchPart, partFile } = await import('./files/fetch-part.ts');
  const part = partFile(target);
  const connection = await connectForDownload(context);
  return await alone(context, connection.session, async () => {
    const { resumed } = await fetchPart(context, connection, { name, part });
    const content = await checkPart(context, part).catch(async (error: unknown) => {
      if (!resumed) throw error;
      await fetchPart(context, connection, { name, part });
      return await checkPart(context, part);
    });
    await chmod(part, 0o600);
    await rename(part, target);
    return content;
  });
}

/** Checks what was downloaded. What is no sound backup is removed, so that a later try does not go on with it. */
async function checkPart(context: Context, part: string): Promise<ArchiveContent> {
  try {
    return await readArchive(context, part);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
