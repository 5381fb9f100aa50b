import { lstatSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';

/** The parts of a file's status that decide whether its content can be trusted. */
export interface FileStatus {
  uid: number;
  mode: number;
  isFile: boolean;
}

/** The files of this machine. */
export interface FileSystem {
  /** Follows links. @throws the error of the system, such as ENOENT */
  status(file: string): FileStatus;
  /** The target of a symbolic link; null for anything else. @throws the error of the system */
  link(file: string): string | null;
}

export const systemFiles: FileSystem = {
  status(file) {
    const stat = statSync(file);
    return { uid: stat.uid, mode: stat.mode, isFile: stat.isFile() };
  },
  link: (file) => (lstatSync(file).isSymbolicLink() ? readlinkSync(file) : null),
};

/** The user of this process. */
export const ownUid = (): number => process.getuid?.() ?? 0;

const writableByOthers = 0o022;
/** In a folder with this bit, such as /tmp, nobody can replace the files of others. */
const sticky = 0o1000;
const executable = 0o111;

/**
 * Why someone other than root and Upvigil's user could change a file, or a folder on the way to it; null if nobody can.
 * @returns a sentence with the remedy, which names the file by `what`
 */
export function distrustReason(
  file: string,
  what: string,
  machine: { files: FileSystem; ownUid: number },
): string | null {
  const { files } = machine;
  try {
    const status = files.status(file);
    if (!status.isFile) return `${what} is not a file`;
    return (
      reasonOf(status, what, file, machine.ownUid, 0) ??
      foldersTo(file, files)
        .map((folder) =>
          reasonOf(files.status(folder), `the folder ${folder} of ${what}`, folder, machine.ownUid, sticky),
        )
        .find((reason) => reason !== null) ??
      null
    );
  } catch (error) {
    return `${what} cannot be read (${(error as { code?: string }).code ?? 'unknown error'})`;
  }
}

function reasonOf(
  { uid, mode }: FileStatus,
  what: string,
  file: string,
  trustedUid: number,
  harmless: number,
): string | null {
  if (uid !== 0 && uid !== trustedUid) {
    return `${what} belongs to the user with the id ${uid}: it must belong to root or to the user of Upvigil`;
  }
  if ((mode & writableByOthers) === 0 || (mode & harmless) !== 0) return null;
  return `${what} can be written by other users: run chmod go-w ${file}`;
}

const mostLinks = 40;

/** All folders on the way to a file, from the root on, and those on the way of each link. */
function foldersTo(file: string, files: FileSystem, linksLeft = mostLinks): string[] {
  const parts = file.split('/').filter((part) => part !== '');
  const folders = ['/'];
  for (let count = 1; count <= parts.length; count += 1) {
    const at = `/${parts.slice(0, count).join('/')}`;
    const target = linksLeft > 0 ? files.link(at) : null;
    if (target !== null) {
      const next = path.resolve(path.dirname(at), target, ...parts.slice(count));
      return [...new Set([...folders, ...foldersTo(next, files, linksLeft - 1)])];
    }
    if (count < parts.length) folders.push(at);
  }
  return folders;
}

export const isExecutable = ({ mode }: FileStatus): boolean => (mode & executable) !== 0;
