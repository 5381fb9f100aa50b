import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Adds heartbeats with their pings. */
export async function createHeartbeats(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('heartbeats')
    .addColumn('monitor_id', types.bigint, (column) =>
      column.primaryKey().notNull().references('stored_monitors.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('last_n', 'integer', (column) => column.notNull())
    .addColumn('run_state', 'text', (column) => column.notNull())
    .addColumn('deadline_at', types.bigint)
    .execute();
  await db.schema.createIndex('heartbeats_by_deadline').on('heartbeats').column('deadline_at').execute();
  await types
    .clustered(
      db.schema
        .createTable('heartbeat_pings')
        .addColumn('monitor_id', types.bigint, (column) =>
          column.notNull().references('stored_monitors.id').onDelete('cascade'),
        )
        .addColumn('n', 'integer', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('received_at', types.bigint, (column) => column.notNull())
        .addColumn('code', types.smallint)
        .addColumn('rid', 'text')
        .addColumn('runtime_ms', types.bigint)
        .addColumn('is_ignored', 'integer', (column) => column.notNull())
        .addColumn('text', 'text')
        .addPrimaryKeyConstraint('heartbeat_pings_pk', ['monitor_id', 'n']),
    )
    .execute();
  await db.schema
    .createTable('listening_periods')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('from_at', types.bigint, (column) => column.notNull())
    .addColumn('until_at', types.bigint, (column) => column.notNull())
    .execute();
}
