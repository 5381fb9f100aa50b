import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** User and file owners, as the system reports them. */
export interface FileSystemView {
  /** The user of this process; null where users have no numbers. */
  uid: number | null;
  /** The user that a file belongs to; null where there is no such file. */
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
 * Why this process cannot keep files in a folder: a sentence that begins with `name`, and names the owner and the user that
 * is needed; null where it can. `files`: names of what is in it, if it is there.
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

/** The folder, or the nearest above it where it is not there yet. */
function nearestThatIs(folder: string, ownerOf: FileSystemView['ownerOf']): string {
  const parent = path.dirname(folder);
  return ownerOf(folder) !== null || parent === folder ? folder : nearestThatIs(parent, ownerOf);
}

/** Whether the system refused to read or write a file because of its owner, its permissions or how it is mounted. */
export const isAccessRefused = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS'].includes(String((error as { code?: unknown } | null)?.code));
