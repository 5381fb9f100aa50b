import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** People besides the owner. */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('user_id', types.bigint, (column) => column.references('users.id').onDelete('cascade'))
    .execute();
}
