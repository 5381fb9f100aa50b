import { constants } from 'node:os';

const { ENOSPC, EDQUOT, EFBIG } = constants.errno;
const fullNumbers: ReadonlySet<unknown> = new Set([ENOSPC, EDQUOT, EFBIG]);
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** PostgreSQL's SQLSTATE for a full disk. */
const postgresDiskFull = '53100';

/** Whether an error of the file system or of a database says that there is no space left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, systemErrno } = error as Error & { code?: unknown; systemErrno?: unknown };
  if (fullCodes.has(code) || code === postgresDiskFull || fullNumbers.has(systemErrno)) return true;
  return error.message.includes('database or disk is full') || isDiskFull(error.cause);
}
