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
  /** The path without links. @throws the error of the system */
  realPath(file: string): string;
}

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
  { files, ownUid }: { files: FileSystem; ownUid: number },
): string | null {
  try {
    const real = files.realPath(file);
    const status = files.status(real);
    if (!status.isFile) return `${what} is not a file`;
    const folders = new Set([...foldersOf(file), ...foldersOf(real)]);
    return (
      reasonOf(status, what, file, ownUid, 0) ??
      [...folders]
        .map((folder) => reasonOf(files.status(folder), `the folder ${folder} of ${what}`, folder, ownUid, sticky))
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
  ownUid: number,
  harmless: number,
): string | null {
  if (uid !== 0 && uid !== ownUid) {
    return `${what} belongs to the user with the id ${uid}: it must belong to root or to the user of Upvigil`;
  }
  if ((mode & writableByOthers) === 0 || (mode & harmless) !== 0) return null;
  return `${what} can be written by other users: run chmod go-w ${file}`;
}

/** All folders on the way to a file, from its own to the root. */
function foldersOf(file: string): string[] {
  const folder = path.dirname(file);
  return folder === file ? [] : [folder, ...foldersOf(folder)];
}

export const isExecutable = ({ mode }: FileStatus): boolean => (mode & executable) !== 0;
