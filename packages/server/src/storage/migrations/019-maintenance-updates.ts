import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Adds the written updates of maintenance runs. */
export async function createMaintenanceUpdates(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('maintenance_updates')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('run_id', types.bigint, (column) =>
      column.notNull().references('maintenance_runs.id').onDelete('cascade'),
    )
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('maintenance_updates_by_run')
    .on('maintenance_updates')
    .columns(['run_id', 'created_at'])
    .execute();
}
