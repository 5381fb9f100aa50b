import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Tokens for programs. They belong to the installation, as sessions do. */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', types.bigint)
    .addColumn('last_used_at', types.bigint)
    .addColumn('last_used_ip', 'text')
    .execute();
}
