import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export interface FileSystemView {
  /** User id of this process; null on systems without user ids. */
  uid: number | null;
  /** Owner of a file; null if there is no such file. */
  ownerOf(file: string): number | null;
  mayWrite(file: string): boolean;
}

const { R_OK, W_OK, X_OK } = constants;

const thisSystem: FileSystemView = {
  uid: process.getuid?.() ?? null,
  ownerOf(file) {
    try {
      return statSync(file).uid;
    } catch {
      return null;
    }
  },
  mayWrite(file) {
    try {
      accessSync(file, statSync(file).isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
      return true;
    } catch {
      return false;
    }
  },
};

/**
 * The reason why this process cannot write to a folder, with the owner and the required user; null if it can. The
 * sentence begins with `name`. `files`: names of files to check if present.
 */
export function accessProblem(
  name: string,
  folder: string,
  files: readonly string[] = [],
  { uid, ownerOf, mayWrite }: FileSystemView = thisSystem,
): string | null {
  const whole = path.resolve(folder);
  const found = [nearestThatIs(whole, ownerOf), ...files.map((file) => path.join(whole, file))];
  const refused = found.find((file) => ownerOf(file) !== null && !mayWrite(file));
  if (uid === null || refused === undefined) return null;
  const owner = ownerOf(refused);
  const what = refused === whole ? 'it' : refused;
  const isMissing = ownerOf(whole) === null;
  const command = isMissing ? `mkdir -p ${whole} && chown ${uid} ${whole}` : `chown -R ${uid} ${whole}`;
  if (owner === uid)
    return `${name} ${whole} cannot be written: ${what} belongs to user ${uid}, as it must, but its permissions or a read-only file system forbid it`;
  return `${name} ${whole} cannot be written: ${what} belongs to user ${owner}, and this process is user ${uid}. Run: ${command} (of a bind mount, the folder on the host)`;
}

/** The folder, or its nearest existing parent. */
function nearestThatIs(folder: string, ownerOf: FileSystemView['ownerOf']): string {
  const parent = path.dirname(folder);
  return ownerOf(folder) !== null || parent === folder ? folder : nearestThatIs(parent, ownerOf);
}

/** Whether the owner, the permissions or the mount of a file prevented access. */
export const isAccessRefused = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS'].includes(String((error as { code?: unknown } | null)?.code));
