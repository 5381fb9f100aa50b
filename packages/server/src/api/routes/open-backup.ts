import { open } from 'node:fs/promises';
import { unknownBackup } from '../../operations/backup/backup-files.ts';
import type { Backups } from '../../operations/backup/backups.ts';
import type { FileAnswer } from '../http/serve-endpoints.ts';

/**
 * The open file of a backup. It can be sent to its end even when the backup is deleted meanwhile.
 * @throws RequestError `notFound` when there is none of this name
 */
export async function openBackup(backups: Pick<Backups, 'find'>, wanted: string): Promise<FileAnswer> {
  const { name, file } = await backups.find(wanted);
  const handle = await open(file).catch(() => {
    throw unknownBackup();
  });
  const { size, ctimeNs } = await handle.stat({ bigint: true });
  return {
    fileName: name,
    contentType: 'application/gzip',
    size: Number(size),
    cacheControl: 'private, no-store',
    // Nothing is ever written into a finished backup, and what comes to its name later has another time of change.
    etag: `"${size.toString(36)}-${ctimeNs.toString(36)}"`,
    handle,
  };
}
