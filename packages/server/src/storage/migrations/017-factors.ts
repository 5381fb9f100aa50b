import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/**
 * Second factors, what waits to be answered while somebody signs in, identities at a provider, programs that wait to be let in. A
 * person is a user, or null: the owner. They belong to the installation, as sessions do.
 */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await createFactors(db, types);
  await createSignIns(db, types);
  await db.schema.alterTable('sessions').addColumn('proxy_name', 'text').execute();
}

async function createFactors(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('totp_secrets')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('user_id', types.bigint, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('confirmed_at', types.bigint)
    .addColumn('last_step', types.bigint)
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('user_id', types.bigint, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('passkeys')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('user_id', types.bigint, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', types.bigint, (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('last_used_at', types.bigint)
    .execute();
}

async function createSignIns(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('auth_challenges')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('user_id', types.bigint, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('auth_challenges_by_end').on('auth_challenges').column('expires_at').execute();
  await db.schema
    .createTable('device_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_code', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', types.bigint, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('approved_at', types.bigint)
    .addColumn('asked_at', types.bigint)
    .addColumn('expires_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('identities')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('user_id', types.bigint, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addUniqueConstraint('identities_once', ['issuer', 'subject'])
    .execute();
}
