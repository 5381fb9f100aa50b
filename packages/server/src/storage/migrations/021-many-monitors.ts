import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';
import { createView, viewColumns } from './018-tables.ts';

/** Adds what monitors of all kinds have in common: a parent, tags and a recovery threshold; and runs that cover tags. */
export async function addManyMonitors(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema.alterTable('stored_monitors').addColumn('parent_id', types.bigint).execute();
  await db.schema
    .alterTable('stored_monitors')
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('stored_monitors')
    .addColumn('recovery_threshold', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('maintenance_runs').addColumn('tagged_ids', 'text').execute();
  await db.schema.dropView('monitors').execute();
  await createView(db, 'monitors', [...viewColumns.monitors, 'parent_id', 'tags', 'recovery_threshold']);
}
