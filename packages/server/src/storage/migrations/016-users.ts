import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/**
 * People besides the owner, whose sessions and tokens say whose they are: null is the owner. They belong to the installation, as
 * sessions do.
 */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('last_seen_at', types.bigint)
    .addColumn('invitation_hash', 'text', (column) => column.unique())
    .addColumn('invitation_expires_at', types.bigint)
    .execute();
  await db.schema.alterTable('api_tokens').addColumn('maker_id', types.bigint).execute();
  await db.schema.createIndex('api_tokens_by_maker').on('api_tokens').column('maker_id').execute();
  await giveSessionsIds(db, types);
}

/** A column that counts up cannot be added to a table that is there. */
async function giveSessionsIds(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('counted_sessions')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', types.bigint)
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('last_used_at', types.bigint, (column) => column.notNull())
    .addColumn('confirmed_at', types.bigint, (column) => column.notNull())
    .addColumn('ip', 'text')
    .addColumn('client', 'text', (column) => column.notNull())
    .execute();
  await sql`
    insert into counted_sessions (token_hash, created_at, last_used_at, confirmed_at, client)
    select token_hash, created_at, last_used_at, created_at, 'browser' from sessions order by created_at
  `.execute(db);
  await db.schema.dropTable('sessions').execute();
  await db.schema.alterTable('counted_sessions').renameTo('sessions').execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
}
