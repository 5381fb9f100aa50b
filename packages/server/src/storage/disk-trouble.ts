import { constants } from 'node:os';
import { troubleMessages } from '@upvigil/core/messages';

const { diskFull, diskReadOnly, diskBroken } = troubleMessages;
type DiskTrouble = typeof diskFull | typeof diskReadOnly | typeof diskBroken;

/** What the file system says of each. */
const troubleOfCode: Readonly<Record<string, DiskTrouble>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: diskFull,
  EROFS: diskReadOnly,
  EIO: diskBroken,
};
/** The same as the driver of SQLite says it: by the system's numbers. */
const troubleOfNumber: ReadonlyMap<unknown, DiskTrouble> = new Map(
  Object.entries(troubleOfCode).map(([code, trouble]) => [
    constants.errno[code as keyof typeof constants.errno],
    trouble,
  ]),
);
/** PostgreSQL's SQLSTATE for a full disk. */
const postgresDiskFull = '53100';
/** SQLITE_READONLY, in the lowest byte of SQLite's codes. */
const sqliteReadOnly = 8;

/** What is wrong with the disk, in a sentence, when an error of the file system or of a database comes of it; else null. */
export function diskTroubleOf(error: unknown): DiskTrouble | null {
  if (!(error instanceof Error)) return null;
  const { code, systemErrno, errcode } = error as Error & { code?: unknown; systemErrno?: unknown; errcode?: unknown };
  if (code === postgresDiskFull || error.message.includes('database or disk is full')) return diskFull;
  if (typeof errcode === 'number' && (errcode & 0xff) === sqliteReadOnly) return diskReadOnly;
  return troubleOfCode[String(code)] ?? troubleOfNumber.get(systemErrno) ?? diskTroubleOf(error.cause);
}
