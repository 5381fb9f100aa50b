import { type Dialect, Kysely, sql } from 'kysely';
import { type Database, openDatabase, type Storage } from '../database.ts';
import type { MigrationTypes } from '../migration-types.ts';
import { openTransactionSnapshot } from '../snapshot.ts';
import { type Tables, tablesWithIds } from '../tables.ts';
import { createCheckPartitions } from './check-partitions.ts';
import { openPostgresConnections, type PostgresOptions } from './postgres-connections.ts';
import { allowPauses, postgresDialect } from './postgres-dialect.ts';

/** Key of the advisory lock; any number that nothing else in the database uses. */
const migrationLock = 7_867_844;

/**
 * Opens a pool on PostgreSQL, which connects at the first statement. This file loads the driver, so it is imported only
 * if PostgreSQL is used.
 */
export function openPostgresStorage(options: PostgresOptions): Storage {
  const connections = openPostgresConnections(options);
  const { times } = connections;
  const dialectWithin = (milliseconds: number, isEvidence: boolean): Dialect =>
    postgresDialect(connections, { milliseconds, isEvidence });
  const { db, onStatement } = openDatabase(dialectWithin(times.answerMilliseconds, true));
  const allowLongPauses = (transaction: Database): Promise<void> => allowPauses(transaction, times.pauseMilliseconds);
  const migration: Storage['migration'] = (work) =>
    new Kysely<Tables>({ dialect: dialectWithin(times.migrationMilliseconds + times.answerMilliseconds, false) })
      .transaction()
      .execute(async (transaction) => {
        await sql`set local statement_timeout = ${sql.lit(times.migrationMilliseconds)}`.execute(transaction);
        await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
        return work(transaction);
      });
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
    replaceAll: (_scratch, work) =>
      db.transaction().execute(async (transaction) => {
        await allowLongPauses(transaction);
        return work(transaction, transaction);
      }),
    checkPartitions: createCheckPartitions(migration),
    migration,
    // PostgreSQL runs its own checkpoints.
    startCheckpoints: async () => undefined,
    hurry: connections.hurry,
    close: () => connections.end(),
  };
}

const postgresMigrationTypes: MigrationTypes = {
  id: { type: 'bigint', build: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
  bigint: 'bigint',
  smallint: 'smallint',
  double: 'double precision',
  real: 'real',
  bytes: 'bytea',
  hasPartitions: true,
  clustered: (builder) => builder,
};
