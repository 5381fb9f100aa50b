import { DatabaseSync } from '@photostructure/sqlite';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { type Dialect, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import { diskTroubleOf } from '../disk-trouble.ts';
import { onOneConnection } from './one-connection.ts';

export type SqliteFile = InstanceType<typeof DatabaseSync>;
type SqliteValue = string | number | bigint | Uint8Array | null;
type Statement = ReturnType<SqliteFile['prepare']>;

/** Enough for all statements of the program, including multi-row inserts of several sizes. */
const keptStatements = 200;

/**
 * Converts a parameter. The driver takes an object in the first position for named parameters, so a Date would silently
 * become NULL; and it truncates text at NUL characters, so these are removed.
 * @throws TypeError if SQLite has no such type
 */
function toSqliteValue(value: unknown): SqliteValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (typeof value === 'number' || typeof value === 'bigint' || value === null) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`Cannot bind ${typeof value} to SQLite`);
}

/**
 * Opens a SQLite file for one process: WAL, durable commits, foreign keys on. Replaced content is overwritten in pages
 * that are written anyway, so that no old secret stays there.
 */
export function openSqliteFile(file: string): SqliteFile {
  const database = new DatabaseSync(file, { timeout: lockWait.first, enableForeignKeyConstraints: true });
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000; PRAGMA temp_store=MEMORY; PRAGMA secure_delete=FAST;',
  );
  return database;
}

/**
 * Moves all commits from the write-ahead log into the file, because the driver does not do so while prepared statements
 * exist.
 */
export function emptyLog(database: SqliteFile): void {
  // Does not wait for other readers of the file: the next start moves the rest.
  database.exec('PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Opens a second, read-only connection to a file that this process has open. */
export function openSqliteReader(file: string): SqliteFile {
  return new DatabaseSync(file, { timeout: 5000, readOnly: true });
}

/** Kysely's SQLite dialect on Node's driver. Caches prepared statements by their text. */
export function sqliteDialect(database: SqliteFile): Dialect {
  const prepare = keepStatements(database);
  const run = waitForLockOnce(database);
  return onOneConnection(
    new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare: (sqlText) => {
          const { statement, reader } = prepare(sqlText);
          return {
            reader,
            all: (parameters) => run(sqlText, () => statement.all(...parameters.map(toSqliteValue))),
            run: (parameters) => {
              // SQLite may have already rolled back (on a full disk, say). An error here would hide the original one.
              if (sqlText === 'rollback' && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
              return run(sqlText, () => statement.run(...parameters.map(toSqliteValue)));
            },
            iterate: (parameters) => statement.iterate(...parameters.map(toSqliteValue)) as IterableIterator<unknown>,
          };
        },
      },
    }),
  );
}

/** Wait for another program's lock, in milliseconds. It blocks the whole process. */
const lockWait = { first: 2_000, further: 50 } as const;

/**
 * Runs statements. The first one that meets a lock waits for it. After it gives up, others wait only briefly until a
 * write succeeds, because the process serves nothing while it waits.
 */
function waitForLockOnce(database: SqliteFile): <Answer>(sqlText: string, work: () => Answer) => Answer {
  let isLocked = false;
  const become = (locked: boolean): void => {
    isLocked = locked;
    database.exec(`PRAGMA busy_timeout=${locked ? lockWait.further : lockWait.first}`);
  };
  return (sqlText, work) => {
    try {
      const answer = work();
      if (isLocked && /^\s*(insert|update|delete)/i.test(sqlText)) become(false);
      return answer;
    } catch (error) {
      if (!isLocked && diskTroubleOf(error) === troubleMessages.databaseLocked) become(true);
      throw error;
    }
  };
}

interface KeptStatement {
  statement: Statement;
  /** Whether it returns rows. */
  reader: boolean;
}

/** Prepares statements at first use. Evicts those that were not used for long. */
function keepStatements(database: SqliteFile): (sqlText: string) => KeptStatement {
  const statements = new LRUCache({
    max: keptStatements,
    memoMethod: (sqlText: string) => prepareStatement(database, sqlText),
  });
  return (sqlText) => statements.memo(sqlText);
}

function prepareStatement(database: SqliteFile, sqlText: string): KeptStatement {
  const statement = database.prepare(sqlText);
  return { statement, reader: statement.columns().length > 0 };
}
