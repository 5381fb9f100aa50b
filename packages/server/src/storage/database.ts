import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
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

/** What stores take: the database, or a transaction on it. */
export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** An open database with the few things in which the two differ. */
export interface Storage {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Database;
  /** The same for what must soon know whether the database answers at all, as for leases. */
  readonly urgent: Database;
  /** For what needs a connection of its own; null on SQLite. */
  readonly connections: PostgresConnections | null;
  readonly migrationTypes: MigrationTypes;
  /** The SQLite file, for what must read it beside the running program; null on PostgreSQL. */
  readonly file: string | null;
  /** Opens everything as it is at this moment, for reading beside the checks; the caller closes it. */
  openSnapshot(): Promise<Snapshot>;
  /** After rows were written with their ids: the next new id comes after the highest. */
  continueIds(transaction: DatabaseTransaction): Promise<void>;
  /** Before a transaction that waits between its statements for something else, as for a file. */
  allowPauses(transaction: DatabaseTransaction): Promise<void>;
  /** A transaction that may take long; processes that start together have it one after the other. */
  migration<Answer>(work: (transaction: DatabaseTransaction) => Promise<Answer>): Promise<Answer>;
  /** The program stops: from now on the database is waited for briefly. */
  hurry(): void;
  close(): Promise<void>;
}

/** Opens the SQLite file in the data folder, which is made with mode 0700. The folder's name stays the caller's matter. */
export function openSqliteStorage(dataDir: string): Storage {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'upvigil.sqlite');
  const isNew = !existsSync(file);
  const database = openSqliteFile(file);
  if (isNew) chmodSync(file, 0o600);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
  return {
    dialect: 'sqlite',
    db,
    // Its file answers at once or not at all.
    urgent: db,
    connections: null,
    migrationTypes: sqliteMigrationTypes,
    file,
    openSnapshot: () => openSqliteSnapshot(file),
    // AUTOINCREMENT follows the ids that are written.
    continueIds: async () => undefined,
    // One process has the file.
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
/** Any number that nothing else on the server uses for an advisory lock. */
const migrationLock = 7_867_844;

/** Opens a pool on PostgreSQL. Nothing is connected before the first statement. */
export function openPostgresStorage(options: PostgresOptions): Storage {
  const connections = openPostgresConnections(options);
  const { times } = connections;
  const answeredWithin = (milliseconds: number, isEvidence: boolean): Database =>
    new Kysely<Tables>({ dialect: postgresDialect(connections, { milliseconds, isEvidence }) });
  const db = answeredWithin(times.answerMilliseconds, true);
  const allowLongPauses = (transaction: Database): Promise<void> => allowPauses(transaction, times.pauseMilliseconds);
  return {
    dialect: 'postgres',
    db,
    urgent: answeredWithin(times.urgentAnswerMilliseconds, false),
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
      answeredWithin(times.migrationMilliseconds + times.answerMilliseconds, false)
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
