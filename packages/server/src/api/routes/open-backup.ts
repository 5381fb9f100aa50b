import { open } from 'node:fs/promises';
import { unknownBackup } from '../../operations/backup/backup-files.ts';
import type { Backups } from '../../operations/backup/backups.ts';
import type { FileAnswer } from '../http/serve-endpoints.ts';

/**
 * The open file of a backup. It can be sent to the end even when the backup is deleted in the meantime.
 * @throws RequestError `notFound` when there is no such backup
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
    // A finished backup never changes; a later file of the same name has another ctime.
    etag: `"${size.toString(36)}-${ctimeNs.toString(36)}"`,
    handle,
  };
}
