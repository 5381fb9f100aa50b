import { createHash } from 'node:crypto';
import path from 'node:path';
import { CommandError } from '../failures.ts';

interface LockOptions {
  /** The folder of all locks. Made when it is not there. */
  folder: string;
  /** The address of the server, on which one process works at a time. */
  subject: string;
}

/**
 * Does the work, unless another process does. The lock is the kernel's and ends with its process, however that ends.
 * @throws CommandError when another process has the lock; it names the process
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
        `Another upvigil backup command${holder} is at work for this server: try again when it is done`,
      );
    }
  }
}

/** A folder for each server, whatever characters its address has. */
function folderOf({ folder, subject }: LockOptions): string {
  return path.join(folder, `backup-${createHash('sha256').update(subject).digest('hex').slice(0, 12)}`);
}
