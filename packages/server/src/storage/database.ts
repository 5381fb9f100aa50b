import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Dialect, Kysely, type LogEvent, sql, type Transaction } from 'kysely';
import type { MigrationTypes } from './migration-types.ts';
import {
  openPostgresConnections,
  type PostgresConnections,
  type PostgresOptions,
} from './postgres/postgres-connections.ts';
import { allowPauses, postgresDialect } from './postgres/postgres-dialect.ts';
import { postgresMigrationTypes } from './postgres/postgres-migration-types.ts';
import { openSqliteSnapshot, openTransactionSnapshot, type Snapshot } from './snapshot.ts';
import { emptyLog, openSqliteFile, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import { sqliteMigrationTypes } from './sqlite/sqlite-migration-types.ts';
import type { Tables } from './tables.ts';

/** What stores take: the database, or a transaction. */
export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** An open database, with the things in which SQLite and PostgreSQL differ. */
export interface Storage {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Database;
  /** The same database with a shorter time limit for each statement, for what must come in time, as leases. */
  readonly urgent: Database;
  /** For what needs its own connection; null on SQLite. */
  readonly connections: PostgresConnections | null;
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
  /** Shortens all waits for the database, because the program stops. */
  hurry(): void;
  /** Calls back for each statement that ended, with the error that it was refused with, or null. */
  onStatement(listener: StatementListener): void;
  close(): Promise<void>;
}

export type StatementListener = (sql: string, error: unknown) => void;

/** The database with a dialect, and with listeners to its statements. */
function openDatabase(dialect: Dialect): Pick<Storage, 'db' | 'onStatement'> {
  const listeners: StatementListener[] = [];
  const log = (event: LogEvent): void => {
    const error = event.level === 'error' ? event.error : null;
    for (const listener of listeners) listener(event.query.sql, error);
  };
  return { db: new Kysely<Tables>({ dialect, log }), onStatement: (listener) => void listeners.push(listener) };
}

/** Opens the SQLite file in the data folder, which is made with mode 0700 if it is not there. */
export function openSqliteStorage(dataDir: string): Storage {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'upvigil.sqlite');
  const isNew = !existsSync(file);
  const database = openSqliteFile(file);
  if (isNew) chmodSync(file, 0o600);
  const { db, onStatement } = openDatabase(sqliteDialect(database));
  return {
    dialect: 'sqlite',
    db,
    // A file needs no shorter time limit.
    urgent: db,
    connections: null,
    onStatement,
    migrationTypes: sqliteMigrationTypes,
    file,
    openSnapshot: () => openSqliteSnapshot(file),
    // AUTOINCREMENT does so by itself.
    continueIds: async () => undefined,
    // Nothing limits pauses: no other process uses the file.
    allowPauses: async () => undefined,
    migration: (work) => db.transaction().execute(work),
    hurry: () => undefined,
    close: async () => {
      emptyLog(database);
      await db.destroy();
    },
  };
}

const tablesWithIds = ['websites', 'monitors', 'checks', 'alerts', 'deliveries'] as const;
/** Key of the advisory lock. Any number that nothing else in the database uses. */
const migrationLock = 7_867_844;

/** Opens a pool on PostgreSQL. It does not connect before the first statement. */
export function openPostgresStorage(options: PostgresOptions): Storage {
  const connections = openPostgresConnections(options);
  const { times } = connections;
  const dialectWithin = (milliseconds: number, isEvidence: boolean): Dialect =>
    postgresDialect(connections, { milliseconds, isEvidence });
  const { db, onStatement } = openDatabase(dialectWithin(times.answerMilliseconds, true));
  const allowLongPauses = (transaction: Database): Promise<void> => allowPauses(transaction, times.pauseMilliseconds);
  return {
    dialect: 'postgres',
    db,
    urgent: new Kysely<Tables>({ dialect: dialectWithin(times.urgentAnswerMilliseconds, false) }),
    onStatement,
    connections,
    migrationTypes: postgresMigrationTypes,
    file: null,
    openSnapshot: () => openTransactionSnapshot(db, allowLongPauses),
    continueIds: async (transaction) => {
      for (const table of tablesWithIds) {
        const highest = sql`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`;
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${highest}, false)`.execute(transaction);
      }
    },
    allowPauses: allowLongPauses,
    migration: (work) =>
      new Kysely<Tables>({ dialect: dialectWithin(times.migrationMilliseconds + times.answerMilliseconds, false) })
        .transaction()
        .execute(async (transaction) => {
          await sql`set local statement_timeout = ${sql.lit(times.migrationMilliseconds)}`.execute(transaction);
          await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
          return work(transaction);
        }),
    hurry: connections.hurry,
    close: () => connections.end(),
  };
}
