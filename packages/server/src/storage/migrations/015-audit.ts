import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Who changed what. It belongs to the installation, as sessions do. */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('audit_events')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('at', types.bigint, (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', types.bigint)
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('via', 'text', (column) => column.notNull())
    .addColumn('ip', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target_kind', 'text', (column) => column.notNull())
    .addColumn('target_id', types.bigint)
    .addColumn('target_name', 'text')
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_events_by_time').on('audit_events').column('at').execute();
}
