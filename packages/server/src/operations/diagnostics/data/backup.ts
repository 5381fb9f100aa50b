import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Backup } from '@upvigil/core/contract/backup';
import { formatBytes } from '@upvigil/core/format/bytes';
import { formatDuration } from '@upvigil/core/format/duration';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { InvalidBackupError } from '../../backup/archive/archive.ts';
import { backupsDir, listBackups } from '../../backup/backup-files.ts';
import { verifyBackup } from '../../backup/verify-backup.ts';
import { type Diagnostic, type DiagnosticRun, type Finding, fail, ok, warn } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

const remedy = noticeRemedies.backup_overdue;

/** The age of the newest backup, and whether it can be restored. */
export const newestBackup = {
  id: 'backup',
  title: 'Newest backup',
  async run({ config: { dataDir }, clock }, run) {
    // Listing would create the folder; a diagnostic changes nothing.
    const [newest] = existsSync(backupsDir(dataDir)) ? await listBackups(dataDir) : [];
    if (newest === undefined) return warn('There is no backup', remedy);
    const damage = await damageOf(path.join(backupsDir(dataDir), newest.name), newest, run);
    if (damage !== null) return fail(`The newest backup cannot be restored: ${damage}`, remedy);
    return ageFinding(newest, clock.now(), isRead(newest, run));
  },
} as const satisfies Diagnostic;

const isRead = ({ size }: Backup, { isDeep }: DiagnosticRun): boolean =>
  isDeep || size <= diagnosticThresholds.verifiedBackupBytes;

function ageFinding({ created, size }: Backup, now: number, isVerified: boolean): Finding {
  const age = Math.max(0, now - Date.parse(created));
  const words = `${formatDuration(age / 1000)} old`;
  if (age >= diagnosticThresholds.backupAgeMilliseconds.fail) return fail(`Overdue: the newest is ${words}`, remedy);
  return ok(
    isVerified ? `${words}, verified in full` : `${words}; too large to be verified in full: ${formatBytes(size)}`,
  );
}

/** Why a backup cannot be restored; null when it can, or when it was too large to read. */
async function damageOf(file: string, backup: Backup, run: DiagnosticRun): Promise<string | null> {
  if (!isRead(backup, run)) return null;
  try {
    await verifyBackup(file, { onProgress: () => run.signal.throwIfAborted() });
    return null;
  } catch (error) {
    if (error instanceof InvalidBackupError) return error.message;
    throw error;
  }
}
