import { statSync } from 'node:fs';
import * as z from 'zod';
import { findLogDamage } from './log-integrity.ts';
import { openSqliteReader, type SqliteFile } from './sqlite-dialect.ts';

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: ReadonlySet<unknown> = new Set([11, 26]);
/** Message for a header with impossible values. Its error code is the generic one. */
const unknownFormat = 'unsupported file format';
/** The integrity check reads the whole file, about 200 MiB a second, so a larger file would delay the start. */
const checkedUpToBytes = 128 * 1024 * 1024;

const quickCheckSchema = z.object({ quick_check: z.string() });
const tablesSchema = z.object({ all: z.int(), ours: z.int() });
const logSchema = z.object({ log: z.int() });

/** The driver's message if an error reports a damaged file; else null. */
function damageOf(error: unknown): string | null {
  const { errcode, message } = error as { errcode?: unknown; message?: string };
  return damageCodes.has(errcode) || message === unknownFormat ? (message ?? 'damaged') : null;
}

/**
 * Verifies a SQLite file and its write-ahead log before anything writes to them; changes neither. Checks the structure
 * of the file, unless it is large, and whether all commits in the log are readable. Returns the problem, or null.
 */
export function findDamage(file: string): string | null {
  const logFile = `${file}-wal`;
  if (sizeOf(file) === 0) {
    // SQLite would create a new database, and delete the log.
    return sizeOf(logFile) > 0 ? 'it is empty or gone, and its write-ahead log is not' : null;
  }
  try {
    const reader = openSqliteReader(file);
    try {
      return damageIn(reader, sizeOf(file)) ?? findLogDamage(logFile, readableFrames(reader));
    } finally {
      reader.close();
    }
  } catch (error) {
    const damage = damageOf(error);
    if (damage === null) throw error;
    return damage;
  }
}

function damageIn(reader: SqliteFile, size: number): string | null {
  const tables = "select count(*) as 'all', total(name = 'schema_version') as ours from sqlite_schema";
  const { all, ours } = tablesSchema.parse(reader.prepare(tables).get());
  if (all > 0 && ours === 0) return 'its tables are those of another program';
  if (size > checkedUpToBytes) return null;
  const { quick_check } = quickCheckSchema.parse(reader.prepare('pragma quick_check(1)').get());
  return quick_check === 'ok' ? null : quick_check.replace(/\s+/g, ' ');
}

/** Number of the log's frames that SQLite reads: up to the last commit before an invalid frame. */
const readableFrames = (reader: SqliteFile): number =>
  // Only reports the size of the log.
  Math.max(0, logSchema.parse(reader.prepare('pragma wal_checkpoint(NOOP)').get()).log);

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
