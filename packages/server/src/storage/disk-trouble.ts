import { constants } from 'node:os';
import { troubleMessages } from '@upvigil/core/texts/messages';

const { diskFull, diskReadOnly, diskBroken, databaseLocked } = troubleMessages;
type DiskTrouble = typeof diskFull | typeof diskReadOnly | typeof diskBroken | typeof databaseLocked;

/** By error code of the file system. */
const troubleOfCode: Readonly<Record<string, DiskTrouble>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: diskFull,
  EROFS: diskReadOnly,
  EIO: diskBroken,
};
/** By errno, which the SQLite driver reports. */
const troubleOfNumber: ReadonlyMap<unknown, DiskTrouble> = new Map(
  Object.entries(troubleOfCode).map(([code, trouble]) => [
    constants.errno[code as keyof typeof constants.errno],
    trouble,
  ]),
);
/** PostgreSQL's SQLSTATE for a full disk. */
const postgresDiskFull = '53100';
/** By SQLite's message, because the driver reports no errno for statements that return rows. */
const troubleOfWords: ReadonlyArray<readonly [words: string, trouble: DiskTrouble]> = [
  ['database or disk is full', diskFull],
  ['attempt to write a readonly database', diskReadOnly],
  ['disk I/O error', diskBroken],
  // SQLITE_BUSY. This program's own connections wait for each other, so another program copies or opens the file.
  ['database is locked', databaseLocked],
];

/** A sentence about the disk or database file problem behind an error; null for other errors. */
export function diskTroubleOf(error: unknown): DiskTrouble | null {
  if (!(error instanceof Error)) return null;
  const { code, systemErrno } = error as Error & { code?: unknown; systemErrno?: unknown };
  if (code === postgresDiskFull) return diskFull;
  const byNumber = troubleOfCode[String(code)] ?? troubleOfNumber.get(systemErrno);
  const byWords = troubleOfWords.find(([words]) => error.message.includes(words))?.[1];
  return byNumber ?? byWords ?? diskTroubleOf(error.cause);
}
