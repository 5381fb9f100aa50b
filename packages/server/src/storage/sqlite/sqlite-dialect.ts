import { DatabaseSync } from '@photostructure/sqlite';
import { type Dialect, SqliteDialect } from 'kysely';

export type SqliteFile = InstanceType<typeof DatabaseSync>;
type SqliteValue = string | number | bigint | Uint8Array | null;
type Statement = ReturnType<SqliteFile['prepare']>;

/** As many as the different statements that the program has; multi-row inserts of many sizes make up the rest. */
const keptStatements = 200;

/**
 * A parameter as the driver may have it. It takes an object in first place for named parameters, so that a Date
 * there would silently bind NULL, and cuts text at a NUL, which PostgreSQL refuses.
 */
export function toSqliteValue(value: unknown): SqliteValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (typeof value === 'number' || typeof value === 'bigint' || value === null) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`Cannot bind ${typeof value} to SQLite`);
}

/** Opens a SQLite file for one process: WAL, durable commits, foreign keys on. */
export function openSqliteFile(file: string): SqliteFile {
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000; PRAGMA temp_store=MEMORY;',
  );
  return database;
}

/** Moves all commits from the log into the file itself: the driver leaves them there while a statement is kept. */
export function emptyLog(database: SqliteFile): void {
  // Without waiting for whoever else reads the file: the next start does it too.
  database.exec('PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Opens a second connection on a file that this process has open, for reading only. */
export function openSqliteReader(file: string): SqliteFile {
  return new DatabaseSync(file, { timeout: 5000, readOnly: true });
}

/** Kysely's SQLite dialect over the driver, with prepared statements kept by their text. */
export function sqliteDialect(database: SqliteFile): Dialect {
  const prepare = keepStatements(database);
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sqlText) => {
        const statement = prepare(sqlText);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...parameters.map(toSqliteValue)),
          run: (parameters) => {
            // SQLite may have rolled back by itself, as on a full disk; an error here would hide the one that says why.
            if (sqlText === 'rollback' && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
            return statement.run(...parameters.map(toSqliteValue));
          },
          iterate: (parameters) => statement.iterate(...parameters.map(toSqliteValue)) as IterableIterator<unknown>,
        };
      },
    },
  });
}

function keepStatements(database: SqliteFile): (sqlText: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sqlText) => {
    const kept = statements.get(sqlText);
    if (kept) return kept;
    const statement = database.prepare(sqlText);
    if (statements.size >= keptStatements) {
      const [oldest] = statements.keys();
      if (oldest !== undefined) statements.delete(oldest);
    }
    statements.set(sqlText, statement);
    return statement;
  };
}
