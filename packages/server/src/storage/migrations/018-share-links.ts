import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Links by which others read one website. They belong to the installation, as sessions do. */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('share_links')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('website_id', types.bigint, (column) => column.notNull())
    .addColumn('website_created_at', types.bigint, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', types.bigint, (column) => column.notNull())
    .addColumn('last_used_at', types.bigint)
    .addColumn('views', types.bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('revoked_at', types.bigint)
    .execute();
}
