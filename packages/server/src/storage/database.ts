import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import type { MigrationTypes } from './migration-types.ts';
import { allowPauses, openPostgresPool, type PostgresOptions, postgresDialect } from './postgres/postgres-dialect.ts';
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
  readonly migrationTypes: MigrationTypes;
  /** The SQLite file, for what must read it beside the running program; null on PostgreSQL. */
  readonly file: string | null;
  /** Opens everything as it is at this moment, for reading beside the checks; the caller closes it. */
  openSnapshot(): Promise<Snapshot>;
  /** After rows were written with their ids: the next new id comes after the highest. */
  continueIds(transaction: DatabaseTransaction): Promise<void>;
  /** Before a transaction that waits between its statements for something else, as for a file. */
  allowPauses(transaction: DatabaseTransaction): Promise<void>;
  /** Held until the transaction ends, so that processes that start together migrate one after the other. */
  lockMigrations(transaction: DatabaseTransaction): Promise<void>;
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
    migrationTypes: sqliteMigrationTypes,
    file,
    openSnapshot: () => openSqliteSnapshot(file),
    // AUTOINCREMENT follows the ids that are written.
    continueIds: async () => undefined,
    // One process has the file.
    allowPauses: async () => undefined,
    lockMigrations: async () => undefined,
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
  const db = new Kysely<Tables>({ dialect: postgresDialect(openPostgresPool(options)) });
  return {
    dialect: 'postgres',
    db,
    migrationTypes: postgresMigrationTypes,
    file: null,
    openSnapshot: () => openTransactionSnapshot(db),
    continueIds: async (transaction) => {
      for (const table of tablesWithIds) {
        const highest = sql`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`;
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${highest}, false)`.execute(transaction);
      }
    },
    allowPauses,
    lockMigrations: async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
    },
    close: () => db.destroy(),
  };
}
