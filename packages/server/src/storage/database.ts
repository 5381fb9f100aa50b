import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Dialect, Kysely, type LogEvent, type Transaction } from 'kysely';
import type { MigrationTypes } from './migration-types.ts';
import type { CheckPartitions } from './postgres/check-partitions.ts';
import type { PostgresConnections } from './postgres/postgres-connections.ts';
import { openSqliteSnapshot, type Snapshot } from './snapshot.ts';
import { type Checkpoints, startCheckpoints } from './sqlite/checkpoints.ts';
import { type Replacement, replaceContent } from './sqlite/replace-content.ts';
import { emptyLog, openSqliteFile, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import { sqliteMigrationTypes } from './sqlite/sqlite-migration-types.ts';
import type { Tables } from './tables.ts';

/** What stores take: the database, or a transaction. */
export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;
/** Runs work in one transaction of its own: `db.transaction().execute`, or the change of a request. */
export type InTransaction = <Answer>(work: (trx: DatabaseTransaction) => Promise<Answer>) => Promise<Answer>;

/** An open database, with the things in which SQLite and PostgreSQL differ. */
export interface Storage {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Database;
  /** The same database with a shorter time limit for each statement, for what must come in time, as leases. */
  readonly urgent: Database;
  /** For what needs its own connection; null on SQLite. */
  readonly connections: PostgresConnections | null;
  /** The days by which checks are stored; null on SQLite. */
  readonly checkPartitions: CheckPartitions | null;
  readonly migrationTypes: MigrationTypes;
  /** Path of the SQLite file; null on PostgreSQL. */
  readonly file: string | null;
  /** Opens one state of the database, for reading while checks go on. The caller closes it. */
  openSnapshot(): Promise<Snapshot>;
  /** Must be called after rows were written with given ids: makes the next new id follow the highest. */
  continueIds(transaction: DatabaseTransaction): Promise<void>;
  /** Must be called in a transaction that waits for something else between its statements, as for a file. */
  allowPauses(transaction: DatabaseTransaction): Promise<void>;
  /** Runs a transaction that may take long. Processes that start together run theirs one after the other. */
  migration<Answer>(work: (transaction: DatabaseTransaction) => Promise<Answer>): Promise<Answer>;
  /**
   * Replaces all data in one step: until it resolves, all is as it was, whatever breaks off. Nobody else reads or writes
   * meanwhile. What `work` begins with is the old data, or its sessions and settings only; it deletes what must go.
   * `scratch`: path of a file that may be needed meanwhile, in a folder that is there.
   */
  replaceAll<Answer>(scratch: string, work: Replacement<Answer>): Promise<Answer>;
  /**
   * From now on a thread moves SQLite's log into the file, and no statement waits for that. `onEnd` is called when the
   * thread has ended by itself: then statements do again.
   */
  startCheckpoints(onEnd: (error: Error | null) => void): Promise<void>;
  /** Shortens all waits for the database, because the program stops. */
  hurry(): void;
  /** Calls back for each statement that ended, with the error that it was refused with, or null, and how long it took. */
  onStatement(listener: StatementListener): void;
  close(): Promise<void>;
}

export type StatementListener = (sql: string, error: unknown, milliseconds: number) => void;

/** The database with a dialect, and with listeners to its statements. `openBeside` opens another one that they hear of too. */
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

/** Opens the SQLite file in the data folder, which is made with mode 0700 if it is not there. */
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
    // A file needs no shorter time limit.
    urgent: db,
    connections: null,
    checkPartitions: null,
    onStatement,
    migrationTypes: sqliteMigrationTypes,
    file,
    openSnapshot: () => openSqliteSnapshot(file),
    // AUTOINCREMENT does so by itself.
    continueIds: async () => undefined,
    // Nothing limits pauses: no other process uses the file.
    allowPauses: async () => undefined,
    migration: (work) => db.transaction().execute(work),
    // While the connection is held, all other statements wait.
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
