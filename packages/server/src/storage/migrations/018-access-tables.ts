import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Tables for users and sign-in, added in version 18. They belong to the installation and are not in backups. */
export async function createAccessTables(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await createApiTokens(db, types);
  await createAudit(db, types);
  await createUsers(db, types);
  await createFactors(db, types);
  await createSignIns(db, types);
  await createShareLinks(db, types);
}

/** `name`: an upgrade creates the table next to the one of 0.1.0. */
export async function createSessions(db: Kysely<unknown>, types: MigrationTypes, name: string): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', types.bigint)
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('last_used_at', types.bigint, (column) => column.notNull())
    .addColumn('confirmed_at', types.bigint, (column) => column.notNull())
    .addColumn('ip', 'text')
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('proxy_name', 'text')
    .execute();
  await db.schema.createIndex('sessions_by_user').on(name).column('user_id').execute();
}

async function createApiTokens(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
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
    .addColumn('maker_id', types.bigint)
    .execute();
  await db.schema.createIndex('api_tokens_by_maker').on('api_tokens').column('maker_id').execute();
}

async function createAudit(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
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

async function createUsers(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
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

async function createShareLinks(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
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
