import path from 'node:path';
import type { Backup } from '@upvigil/core/contract/backup';
import { hourMs, minuteMs } from '@upvigil/core/time';
import { endNotice, openNotice } from '../../../alerts/notify/notices/notice-store.ts';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import { generalSettings } from '../../../storage/settings/general-settings-store.ts';
import { InvalidBackupError } from '../../backup/archive/archive.ts';
import { backupsDir, listBackups } from '../../backup/backup-files.ts';
import { verifyBackup } from '../../backup/verify-backup.ts';
import { diagnosticThresholds } from '../thresholds.ts';

interface BackupOverdueOptions {
  db: Database;
  clock: Clock;
  dataDir: string;
  /** Distinguishes the folders of several processes; empty with one process. */
  folder: string;
  changes: Pick<ChangeFeed, 'publish' | 'subscribe'>;
  log: { error(fields: object, message: string): void };
}

/** Milliseconds. */
const pauses = { first: 10_000, next: minuteMs, afterChange: 1_000 } as const;

export type BackupOverdue = ReturnType<typeof createBackupOverdue>;

/** Opens a notice while the newest restorable backup is older than the configured age. */
export function createBackupOverdue(options: BackupOverdueOptions) {
  const { clock, changes, log } = options;
  const stopping = new AbortController();
  const isSound = createSoundness(options.dataDir, stopping.signal);
  let cancel: Cancel = () => undefined;
  let looking: Promise<void> | null = null;
  let unsubscribe = (): void => undefined;

  const lookIn = (milliseconds: number): void => {
    cancel();
    if (stopping.signal.aborted) return;
    cancel = clock.after(milliseconds, () => {
      looking ??= look(options, isSound)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ err: error }, 'the age of the newest backup could not be read');
        })
        .finally(() => {
          looking = null;
          lookIn(pauses.next);
        });
    });
  };
  return {
    start(): void {
      lookIn(pauses.first);
      unsubscribe = changes.subscribe(({ is_structural }) => {
        if (is_structural && looking === null) lookIn(pauses.afterChange);
      });
    },
    async stop(): Promise<void> {
      unsubscribe();
      stopping.abort();
      cancel();
      await looking;
    },
  };
}

type IsSound = (backup: Backup) => Promise<boolean>;

async function look(options: BackupOverdueOptions, isSound: IsSound): Promise<void> {
  const { db, clock, dataDir, folder: subject, changes } = options;
  const { backup_overdue_hours: hours } = await generalSettings.read(db);
  const newest = hours === 0 ? null : await newestSound(await listBackups(dataDir), isSound);
  const now = clock.now();
  const isOverdue = hours > 0 && (newest === null || now - newest >= hours * hourMs);
  const kind = 'backup_overdue';
  const open = await openSubjects(db);
  // Folders change: a backup newer than another folder's notice ends that notice.
  const over = isOverdue
    ? []
    : open.filter((each) => each.subject === subject || hours === 0 || (newest ?? 0) > each.began_at);
  const isNew = isOverdue && open.every((each) => each.subject !== subject);
  if (!isNew && over.length === 0) return;
  await db.transaction().execute(async (trx) => {
    if (isNew) await openNotice(trx, { kind, subject, now, message: overdueSentence(newest, hours) });
    for (const each of over) await endNotice(trx, { kind, subject: each.subject, now, message: overSentence(newest) });
  });
  changes.publish({ has_deliveries: true });
}

const openSubjects = (db: Database) =>
  db
    .selectFrom('notices')
    .select(['subject', 'began_at'])
    .where('kind', '=', 'backup_overdue')
    .where('ended_at', 'is', null)
    .execute();

/** The time of the newest restorable backup, in milliseconds since the epoch; null without one. */
async function newestSound(backups: readonly Backup[], isSound: IsSound): Promise<number | null> {
  for (const backup of backups) if (await isSound(backup)) return Date.parse(backup.created);
  return null;
}

/** Verifies each backup once, unless it is too large. */
function createSoundness(dataDir: string, signal: AbortSignal): IsSound {
  const known = new Map<string, boolean>();
  return async ({ name, size, created }) => {
    if (size > diagnosticThresholds.verifiedBackupBytes) return true;
    const key = `${name} ${size} ${created}`;
    const found = known.get(key) ?? (await canBeRestored(path.join(backupsDir(dataDir), name), signal));
    known.set(key, found);
    return found;
  };
}

async function canBeRestored(file: string, signal: AbortSignal): Promise<boolean> {
  try {
    await verifyBackup(file, { onProgress: () => signal.throwIfAborted() });
    return true;
  } catch (error) {
    if (error instanceof InvalidBackupError) return false;
    throw error;
  }
}

const minuteOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const inHours = (hours: number): string => (hours === 1 ? 'hour' : `${hours} hours`);

const overdueSentence = (newest: number | null, hours: number): string =>
  newest === null
    ? `there is no restorable backup, but one is required every ${inHours(hours)}`
    : `the newest backup is from ${minuteOf(newest)}, but one is required every ${inHours(hours)}`;

const overSentence = (newest: number | null): string =>
  newest === null
    ? 'a backup was overdue; backups are no longer required'
    : `a backup was overdue; the newest one is now from ${minuteOf(newest)}`;
