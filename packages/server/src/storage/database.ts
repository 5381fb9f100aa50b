import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Dialect, Kysely, type LogEvent, sql, type Transaction } from 'kysely';
import type { MigrationTypes } from './migration-types.ts';
import type { CheckPartitions } from './postgres/check-partitions.ts';
import type { PostgresConnections } from './postgres/postgres-connections.ts';
import { openSqliteSnapshot, type Snapshot } from './snapshot.ts';
import { type Checkpoints, startCheckpoints } from './sqlite/checkpoints.ts';
import { type Replacement, replaceContent } from './sqlite/replace-content.ts';
import { emptyLog, openSqliteFile, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** Argument of stores: the database or a transaction. */
export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;
/** Runs work in a transaction: a new one (`db.transaction().execute`), or the one of a request that changes data. */
export type InTransaction = <Answer>(work: (trx: DatabaseTransaction) => Promise<Answer>) => Promise<Answer>;

/** An open database. Its members hide the differences between SQLite and PostgreSQL. */
export interface Storage {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Database;
  /** The same database with a shorter timeout for each statement, for leases and other work with a deadline. */
  readonly urgent: Database;
  /** For users that need their own connection; null on SQLite. */
  readonly connections: PostgresConnections | null;
  /** Daily partitions of the table of checks; null on SQLite. */
  readonly checkPartitions: CheckPartitions | null;
  readonly migrationTypes: MigrationTypes;
  /** Path of the SQLite file; null on PostgreSQL. */
  readonly file: string | null;
  /** Opens a consistent read-only view that does not block checks. The caller closes it. */
  openSnapshot(): Promise<Snapshot>;
  /** Advances the id counters past the highest id. Required after inserts with explicit ids. */
  continueIds(transaction: DatabaseTransaction): Promise<void>;
  /** Allows a transaction to wait between statements (for a file, say). Otherwise the server ends it when idle. */
  allowPauses(transaction: DatabaseTransaction): Promise<void>;
  /** Runs a transaction that may take long. Processes that start together run theirs in sequence. */
  migration<Answer>(work: (transaction: DatabaseTransaction) => Promise<Answer>): Promise<Answer>;
  /**
   * Replaces all data atomically: after a failure the old data is unchanged. Blocks all other users of the database.
   * `work` starts with the old data, or with only its sessions and settings, and must delete what should go. `scratch`:
   * path for a temporary file in an existing folder.
   */
  replaceAll<Answer>(scratch: string, work: Replacement<Answer>): Promise<Answer>;
  /**
   * Moves the checkpoints of SQLite's write-ahead log to a thread, so that no statement waits for them. `onEnd` is
   * called if the thread ends unexpectedly; then statements run checkpoints again.
   */
  startCheckpoints(onEnd: (error: Error | null) => void): Promise<void>;
  /** Shortens all timeouts of the database for a stop of the program. */
  hurry(): void;
  /** Calls back after each statement with its error or null, and its duration. */
  onStatement(listener: StatementListener): void;
  close(): Promise<void>;
}

export type StatementListener = (sql: string, error: unknown, milliseconds: number) => void;

/**
 * The database with a dialect, and with listeners to its statements. `openBeside` opens another one with the same
 * listeners.
 */
export function openDatabase(
  dialect: Dialect,
): Pick<Storage, 'db' | 'onStatement'> & { openBeside(other: Dialect): Database } {
  const listeners: StatementListener[] = [];
  const log = (event: LogEvent): void => {
    const error = event.level === 'error' ? event.error : null;
    for (const listener of listeners) listener(event.query.sql, error, event.queryDurationMillis);
  };
  const openBeside = (other: Dialect): Database => new Kysely<Tables>({ dialect: other, log });
  return {
    db: openBeside(dialect),
    onStatement: (listener) => void listeners.push(listener),
    openBeside,
  };
}

/** Opens the SQLite file in the data folder. Creates the folder with mode 0700. */
export function openSqliteStorage(dataDir: string): Storage {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'upvigil.sqlite');
  const isNew = !existsSync(file);
  const database = openSqliteFile(file);
  if (isNew) chmodSync(file, 0o600);
  const { db, onStatement, openBeside } = openDatabase(sqliteDialect(database));
  let checkpoints: Checkpoints = { empty: async () => emptyLog(database), end: async () => undefined };
  return {
    dialect: 'sqlite',
    db,
    // A local file needs no shorter timeout.
    urgent: db,
    connections: null,
    checkPartitions: null,
    onStatement,
    migrationTypes: sqliteMigrationTypes,
    file,
    openSnapshot: () => openSqliteSnapshot(file),
    // AUTOINCREMENT does it.
    continueIds: async () => undefined,
    // No limit is needed, because no other process uses the file.
    allowPauses: async () => undefined,
    migration: (work) => db.transaction().execute(work),
    // All other statements wait while the connection is held.
    replaceAll: (scratch, work) =>
      db.connection().execute(async (before) => {
        const answer = await replaceContent({ before, file, scratch, openBeside }, work);
        await checkpoints.empty();
        return answer;
      }),
    startCheckpoints: async (onEnd) => {
      checkpoints = await startCheckpoints(database, file, onEnd);
    },
    hurry: () => undefined,
    close: async () => {
      await checkpoints.end();
      emptyLog(database);
      await db.destroy();
    },
  };
}

const sqliteMigrationTypes: MigrationTypes = {
  id: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  bigint: 'integer',
  smallint: 'integer',
  double: 'real',
  real: 'real',
  bytes: 'blob',
  hasPartitions: false,
  clustered: (builder) => builder.modifyEnd(sql`without rowid`) as typeof builder,
};
