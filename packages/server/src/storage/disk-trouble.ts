import { constants } from 'node:os';
import { troubleMessages } from '@upvigil/core/texts/messages';

const { diskFull, diskReadOnly, diskBroken, databaseLocked } = troubleMessages;
type DiskTrouble = typeof diskFull | typeof diskReadOnly | typeof diskBroken | typeof databaseLocked;

/** The error of the file system for each. */
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
/** SQLite's words: for a statement that answers with rows its driver has no number. */
const troubleOfWords: ReadonlyArray<readonly [words: string, trouble: DiskTrouble]> = [
  ['database or disk is full', diskFull],
  ['attempt to write a readonly database', diskReadOnly],
  ['disk I/O error', diskBroken],
  // SQLITE_BUSY: its own connections wait for each other, so it is a program that copies or opens the file.
  ['database is locked', databaseLocked],
];

/** The fault of the disk or the database file that caused an error, in a sentence; null for other errors. */
export function diskTroubleOf(error: unknown): DiskTrouble | null {
  if (!(error instanceof Error)) return null;
  const { code, systemErrno } = error as Error & { code?: unknown; systemErrno?: unknown };
  if (code === postgresDiskFull) return diskFull;
  const byNumber = troubleOfCode[String(code)] ?? troubleOfNumber.get(systemErrno);
  const byWords = troubleOfWords.find(([words]) => error.message.includes(words))?.[1];
  return byNumber ?? byWords ?? diskTroubleOf(error.cause);
}
