import { chmod, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Backup, BackupSchedule } from '@upvigil/core/contract/backup';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { defaults } from '@upvigil/core/defaults';
import { formatBytes } from '@upvigil/core/format/bytes';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { limits } from '@upvigil/core/limits';
import { backupMessages } from '@upvigil/core/texts/backup';
import type { Session } from '../client/session.ts';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';
import {
  fileOption,
  flagOption,
  numberOption,
  optionalNumberOption,
  textArgument,
  textOption,
} from '../options/inputs.ts';
import { timeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import { plainText } from '../output/paint.ts';
import { renderPipe } from '../output/pipe.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { type ArchiveContent, contentLines, contentRows, readArchive } from './backup-archive.ts';
import { confirmUnless, requireAnswer, yesOption } from './kit.ts';

/** A backup of ten million checks takes a minute. */
const backupDeadlineSeconds = 900;

/** Runs one of these at a time for each server: cron may start the next command before the last one ends. */
async function withBackupLock<Result>(
  { environment }: Context,
  { server }: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  const { withLock } = await import('../client/lock.ts');
  return await withLock({ folder: environment.configDir, subject: server }, work);
}

const tickMs = 1000;

/** Shows the elapsed time on a terminal. */
async function withStopwatch<Result>(
  { terminal, now }: Context,
  label: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const progress = terminal.progress(label, (seconds) => `${seconds} s`);
  const started = now();
  const show = (): void => progress.update(Math.round((now() - started) / tickMs), null);
  show();
  const timer = setInterval(show, tickMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    progress.end();
  }
}

const backupColumns: readonly Column<Backup>[] = [
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 20 },
  { header: 'SIZE', text: ({ size }) => formatBytes(size), raw: ({ size }) => String(size), align: 'right' },
  timeColumn('CREATED', ({ created }) => created, { dropOrder: 1 }),
];

const createBackup = defineCommand({
  path: ['backup', 'create'],
  summary: 'create a backup on the server',
  description:
    'Creates a backup on the server, waits until it is complete, and prints its name. Checks continue meanwhile. While one of these commands runs for a server, a second one is refused, so that nightly jobs do not overlap.',
  examples: {
    'upvigil backup create --name before-upgrade': 'Before a risky change',
    '15 2 * * * upvigil backup create >/dev/null && upvigil backup cleanup --keep 10 --yes >/dev/null':
      'In a crontab: every night, keep ten; cron mails failures (examples/cron-backup does more)',
  },
  options: { name: textOption('--name <name>', 'start of the file name; default upvigil'), yes: yesOption },
  json: 'an object with name, size and created',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { name }) {
    const { terminal, form } = context;
    const session = await context.connect('admin');
    const backup = await withBackupLock(context, session, () =>
      withStopwatch(context, 'Creating a backup', () => session.api.backup.create({ query: name ? { name } : {} })),
    );
    if (form === 'json') terminal.print(toJson(backup));
    else terminal.print(backup.name);
    if (form === 'terminal') terminal.say(`${backupMessages.created} (${formatBytes(backup.size)})`);
  },
});

const listBackups = defineCommand({
  path: ['backup', 'list'],
  summary: 'list the backups on the server',
  description: 'Lists the backups on the server, newest first, with size and time.',
  examples: {
    'upvigil backup list': 'All backups',
    '0 9 * * * upvigil backup list | head -1 | cut -f3 | grep -q "$(date -u +\\%F)" || echo "no backup today"':
      'In a crontab: report a night without a backup',
  },
  json: 'an object with the array backups',
  async run(context) {
    const { api } = await context.connect('admin');
    const answer = await api.backup.list();
    const empty = `${backupMessages.none}  (upvigil backup create)`;
    await showList(context, { columns: backupColumns, rows: answer.backups, json: answer, empty });
  },
});

const downloadBackup = defineCommand({
  path: ['backup', 'download'],
  summary: 'download a backup and check it',
  description:
    'Downloads a backup and checks it as a restore would. The file is called NAME.part until the check succeeds, and a later try resumes it. Only you can read the file. Asks before it replaces an existing file.',
  examples: {
    'upvigil backup download upvigil_20261120T021500Z.tar.gz': 'Into this folder',
    '15 2 * * * upvigil backup download "$(upvigil backup create)" --output /backup --yes >/dev/null':
      'In a crontab: a new backup every night, kept on this machine',
  },
  arguments: { name: textArgument('<name>', 'name of the backup; upvigil backup list shows them') },
  options: {
    output: fileOption('--output <path>', "file or folder to write to; default: the backup's name in this folder"),
    yes: yesOption,
  },
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

/** Downloads and checks the file, then gives it its name. Starts again if the file does not fit an earlier part. */
async function downloadChecked(context: Context, name: string, target: string): Promise<ArchiveContent> {
  const { connectForDownload, fetchPart, partFile } = await import('./backup-transfer.ts');
  const part = partFile(target);
  const connection = await connectForDownload(context);
  return await withBackupLock(context, connection.session, async () => {
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

/** Checks the downloaded file. Removes a damaged one, so that a later try does not resume it. */
async function checkPart(context: Context, part: string): Promise<ArchiveContent> {
  try {
    return await readArchive(context, part);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

const verifyBackup = defineCommand({
  path: ['backup', 'verify'],
  summary: 'check a backup file; needs no server',
  description:
    'Reads a backup file completely and checks it as a restore would: format, checksums, every row, and paths. Then shows its content.',
  examples: {
    'upvigil backup verify upvigil_20261120T021500Z.tar.gz': 'Check one file',
    '0 4 * * 0 for f in /backup/*.tar.gz; do upvigil backup verify "$f" >/dev/null; done':
      'In a crontab: check all files once a week; cron mails the damaged ones',
  },
  arguments: { file: textArgument('<file>', 'the backup file') },
  json: 'an object with file, size, created, product_version, rows by table, and screenshots',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { file }) {
    const { terminal, form } = context;
    const content: ArchiveContent = await readArchive(context, file);
    if (form === 'json') terminal.print(toJson({ file, ...content }));
    else if (form === 'pipe') for (const row of contentRows(content)) terminal.print(row.join('\t'));
    else terminal.printLines(contentLines(file, content));
  },
});

const restoreBackup = defineCommand({
  path: ['backup', 'restore'],
  summary: 'replace all data of the server with a backup',
  description:
    'Checks a backup file, shows its content, requires confirmation, and sends it to the server. The server checks it again, saves the present data as a backup named before-restore, and replaces all data at once. If anything fails, the data does not change.\n\nPasswords, users, tokens, sessions and the audit are not in a backup and stay as they are.',
  examples: {
    'upvigil backup restore upvigil_20261120T021500Z.tar.gz': 'Restore after showing the content and asking',
    '0 5 * * * UPVIGIL_SERVER=http://standby:8080 upvigil backup restore /backup/newest.tar.gz --yes >/dev/null':
      'In a crontab: keep a standby server up to date',
  },
  arguments: { file: textArgument('<file>', 'the backup file') },
  options: { yes: yesOption },
  json: 'an object with message and restored, the rows by table; secrets_missing if secrets are encrypted under another key',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { file, yes }) {
    const { terminal, form } = context;
    requireAnswer(yes, context);
    const content = await readArchive(context, file);
    // Loaded here, so that other commands need not load the HTTP clients.
    const { fileOnDisk, sendFile } = await import('./backup-transfer.ts');
    const session = await context.connect('admin', { sendFile });
    if (!yes) for (const each of contentLines(file, content)) terminal.say(plainText(each));
    await confirmUnless(yes, context, `${withoutCredentials(session.server)}: ${backupMessages.confirmRestore}`);
    const progress = terminal.progress('Sending', formatBytes);
    const blob = fileOnDisk(file, (await stat(file)).size);
    const answer = await withBackupLock(context, session, () =>
      session.api.backup
        .restore({ file: blob, fileName: path.basename(file), onProgress: progress.update, signal: context.signal })
        .finally(progress.end),
    );
    if (form === 'json') terminal.print(toJson(answer));
    else if (form === 'pipe') {
      for (const [table, rows] of Object.entries(answer.restored)) terminal.print(`${table}\t${rows}`);
    } else terminal.print(`Backup restored: ${total(answer.restored)} rows`);
    if (answer.secrets_missing) terminal.say(backupMessages.secretsMissing(answer.secrets_missing));
  },
});

const total = (restored: Record<string, number>): number =>
  Object.values(restored).reduce((sum, rows) => sum + rows, 0);

const deleteBackup = defineCommand({
  path: ['backup', 'delete'],
  summary: 'delete one backup on the server',
  description: 'Deletes one backup on the server. Requires confirmation.',
  examples: {
    'upvigil backup delete upvigil_20261120T021500Z.tar.gz': 'Delete one; upvigil backup list shows the names',
    '30 2 1 * * upvigil backup list | grep ^trial_ | cut -f1 | xargs -rn1 upvigil backup delete --yes':
      'In a crontab: delete test backups once a month',
  },
  arguments: { name: textArgument('<name>', 'name of the backup') },
  options: { yes: yesOption },
  json: 'an object with deleted, an array of one name',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { name, yes }) {
    requireAnswer(yes, context);
    const session = await context.connect('admin');
    await confirmUnless(yes, context, backupMessages.confirmDelete(name));
    await withBackupLock(context, session, () => session.api.backup.remove({ params: { name } }));
    if (context.form === 'json') context.terminal.print(toJson({ deleted: [name] }));
    else context.terminal.say(`Deleted ${name}`);
  },
});

const cleanUpBackups = defineCommand({
  path: ['backup', 'cleanup'],
  summary: 'delete all but the newest backups',
  description:
    'Keeps the newest backups on the server, deletes the others, and prints their names. Requires confirmation.',
  examples: {
    'upvigil backup cleanup --keep 5': 'Keep the five newest',
    '45 2 * * * upvigil backup cleanup --keep 10 --yes >/dev/null': 'In a crontab: every night',
  },
  options: {
    keep: numberOption('--keep <n>', 'number of backups to keep', limits.keepCount, defaults.keepBackups),
    yes: yesOption,
  },
  json: 'an object with deleted, an array of names, and kept, a count',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { keep, yes }) {
    const { terminal, form } = context;
    requireAnswer(yes, context);
    const session = await context.connect('admin');
    await confirmUnless(yes, context, backupMessages.confirmCleanup(keep));
    const answer = await withBackupLock(context, session, () =>
      session.api.backup.cleanup({ query: { keep_count: keep } }),
    );
    if (form === 'json') terminal.print(toJson(answer));
    else answer.deleted.forEach(terminal.print);
    if (form === 'terminal') {
      terminal.say(`${backupMessages.cleanedUp}: ${answer.deleted.length} deleted, ${answer.kept} kept`);
    }
  },
});

const scheduleColumns: readonly Column<BackupSchedule>[] = [
  { header: 'STATE', text: ({ enabled }) => (enabled ? 'on' : 'off') },
  { header: 'TIME', text: ({ time }) => time },
  { header: 'ZONE', text: ({ time_zone }) => time_zone },
  { header: 'KEEP', text: ({ keep }) => String(keep), align: 'right' },
  { header: 'NEXT', text: ({ next_at }) => next_at ?? '' },
  { header: 'LAST', text: ({ last_at }) => last_at ?? '' },
  { header: 'ERROR', text: ({ last_error }) => last_error ?? '' },
];

const scheduleLines = ({ next_at, last_at, last_error, ...settings }: BackupSchedule): string[] => [
  backupMessages.schedule(settings),
  ...(next_at ? [`Next attempt: ${dayAndTime(next_at)}`] : []),
  ...(last_at ? [`Last success: ${dayAndTime(last_at)}`] : []),
  ...(last_error ? [`Failed since: ${stripControls(last_error)}`] : []),
];

const scheduleBackups = defineCommand({
  path: ['backup', 'schedule'],
  summary: 'show or change the daily backup',
  description:
    'Shows the daily backup: its time, the next attempt and the last result. With options, changes it first. The schedule deletes only backups that it made, after a new one is complete; backups made by hand stay.',
  examples: {
    'upvigil backup schedule --on --time 03:00 --zone Europe/Berlin --keep 14': 'Every night, keep two weeks',
    "0 9 * * * upvigil backup schedule --json | jq -re '.last_error // empty' && exit 1":
      'In a crontab: report a failed daily backup',
  },
  options: {
    on: flagOption('--on', 'switch it on'),
    off: flagOption('--off', 'switch it off'),
    time: textOption('--time <hh:mm>', 'time of day'),
    zone: textOption('--zone <zone>', 'time zone, such as Europe/Berlin'),
    keep: optionalNumberOption('--keep <n>', 'number of daily backups to keep', limits.keptScheduled),
  },
  json: 'an object with enabled, time, time_zone, keep, next_at, last_at, last_error, and names, the backups it made',
  async run(context, { on, off, time, zone, keep }) {
    if (on && off) throw new UsageError('--on and --off exclude each other');
    const { terminal, form } = context;
    const { api } = await context.connect('admin');
    const body = {
      ...(on || off ? { enabled: on } : {}),
      ...(time === null ? {} : { time }),
      ...(zone === null ? {} : { time_zone: zone }),
      ...(keep === null ? {} : { keep }),
    };
    const isChange = Object.keys(body).length > 0;
    const schedule = isChange ? await api.backup.updateSchedule({ body }) : await api.backup.getSchedule();
    if (form === 'json') terminal.print(toJson(schedule));
    else if (form === 'pipe') renderPipe(scheduleColumns, [schedule]).forEach(terminal.print);
    else scheduleLines(schedule).forEach(terminal.print);
  },
});

export const backupNoun: Noun = {
  group: { name: 'backup', summary: 'create, download, check and restore backups' },
  commands: [
    createBackup,
    listBackups,
    downloadBackup,
    verifyBackup,
    restoreBackup,
    deleteBackup,
    cleanUpBackups,
    scheduleBackups,
  ],
};
