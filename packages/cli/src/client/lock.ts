import { createHash } from 'node:crypto';
import path from 'node:path';
import { CommandError } from '../failures.ts';

interface LockOptions {
  /** The folder of all locks; created if it is missing. */
  folder: string;
  /** The server's address: one process works on it at a time. */
  subject: string;
}

/**
 * Runs `work` unless another process holds the lock. The lock belongs to the kernel and ends with its process. @throws
 * CommandError when another process holds the lock; the message names the process
 */
export async function withLock<Result>(options: LockOptions, work: () => Promise<Result>): Promise<Result> {
  const { FolderInUseError, lockFolder } = await import('@upvigil/server/storage/sqlite/folder-lock');
  const release = takeLock();
  try {
    return await work();
  } finally {
    release();
  }

  function takeLock(): () => void {
    try {
      return lockFolder(folderOf(options));
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const holder = error.holder ? ` (${error.holder})` : '';
      throw new CommandError(
        `Another upvigil backup command${holder} is running for this server: try again when it ends`,
      );
    }
  }
}

/** A hash of the address, because an address may hold characters that a folder name cannot. */
function folderOf({ folder, subject }: LockOptions): string {
  return path.join(folder, `backup-${createHash('sha256').update(subject).digest('hex').slice(0, 12)}`);
}
