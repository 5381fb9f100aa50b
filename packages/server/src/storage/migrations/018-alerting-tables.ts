import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Tables for channels, messages and incidents, added in version 18. */
export async function createAlertingTables(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await createChannels(db, types);
  await createHolds(db, types);
  await createMessages(db, types);
  await createSilences(db, types);
  await createTrust(db, types);
  await createIncidents(db, types);
  await createUpdates(db, types);
  await createTargets(db, types);
}

async function createChannels(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('channels')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text')
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('channel_states')
    .addColumn('ref', 'text', (column) => column.primaryKey().notNull())
    .addColumn('last_sent_at', types.bigint)
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failing_since', types.bigint)
    .addColumn('last_error', 'text')
    .execute();
}

/** Shared by all processes that send. */
async function createHolds(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('holds')
    .addColumn('place', 'text', (column) => column.primaryKey().notNull())
    .addColumn('until', types.bigint, (column) => column.notNull())
    .execute();
}

async function createMessages(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('subject_id', types.bigint)
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('channel_id', types.bigint)
    .addColumn('channel_name', 'text')
    .addColumn('recipient', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('next_attempt_at', types.bigint)
    .addColumn('sent_at', types.bigint)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', types.bigint)
    .execute();
  await db.schema.createIndex('messages_due').on('messages').columns(['status', 'next_attempt_at']).execute();
  await db.schema.createIndex('messages_by_subject').on('messages').columns(['purpose', 'subject_id']).execute();
}

async function createSilences(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('silences')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('website_id', types.bigint, (column) => column.references('stored_websites.id').onDelete('cascade'))
    .addColumn('monitor_id', types.bigint, (column) => column.references('stored_monitors.id').onDelete('cascade'))
    .addColumn('until', types.bigint, (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('silences_by_website').on('silences').column('website_id').execute();
  await db.schema.createIndex('silences_by_monitor').on('silences').column('monitor_id').execute();
}

async function createTrust(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('drills')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text')
    .addColumn('sent_at', types.bigint, (column) => column.notNull())
    .addColumn('repeated_at', types.bigint)
    .addColumn('confirmed_at', types.bigint)
    .execute();
  await db.schema.createIndex('drills_by_ref').on('drills').columns(['ref', 'recipient', 'sent_at']).execute();
  await db.schema
    .createTable('notices')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('began_at', types.bigint, (column) => column.notNull())
    .addColumn('ended_at', types.bigint)
    .execute();
  await db.schema.createIndex('notices_by_end').on('notices').columns(['ended_at', 'kind', 'subject']).execute();
  // If several processes detect the same problem at once, only one begins the notice.
  await db.schema
    .createIndex('notices_that_last')
    .on('notices')
    .unique()
    .columns(['kind', 'subject'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await db.schema
    .createTable('reports')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('next_at', types.bigint)
    .addColumn('last_sent_at', types.bigint)
    .addColumn('last_error', 'text')
    .execute();
  await db.schema
    .createTable('link_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text')
    .addColumn('expires_at', types.bigint, (column) => column.notNull())
    .addColumn('used_at', types.bigint)
    .execute();
  await db.schema.createIndex('link_tokens_by_end').on('link_tokens').column('expires_at').execute();
}

async function createIncidents(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('incidents')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('impact', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('started_at', types.bigint, (column) => column.notNull())
    .addColumn('resolved_at', types.bigint)
    .addColumn('updated_at', types.bigint, (column) => column.notNull())
    .addColumn('automatic_website_id', types.bigint, (column) =>
      column.references('stored_websites.id').onDelete('set null'),
    )
    .addColumn('keeps_impact', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_general', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('incidents_by_start').on('incidents').columns(['started_at', 'id']).execute();
  await db.schema.createIndex('incidents_by_end').on('incidents').column('resolved_at').execute();
  // If several processes detect an outage at once, only one opens the incident.
  await db.schema
    .createIndex('incidents_of_themselves')
    .on('incidents')
    .unique()
    .column('automatic_website_id')
    .where(sql.ref('resolved_at'), 'is', null)
    .execute();
}

async function createUpdates(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('incident_updates')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('incident_id', types.bigint, (column) => column.notNull().references('incidents.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('display_at', types.bigint, (column) => column.notNull())
    .addColumn('edited_at', types.bigint)
    .execute();
  await db.schema
    .createIndex('incident_updates_by_time')
    .on('incident_updates')
    .columns(['incident_id', 'display_at'])
    .execute();
}

async function createTargets(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  for (const [of, target] of [
    ['website', 'stored_websites.id'],
    ['monitor', 'stored_monitors.id'],
  ] as const) {
    const table = `incident_${of}s`;
    const column = `${of}_id`;
    await db.schema
      .createTable(table)
      .addColumn('incident_id', types.bigint, (built) => built.notNull().references('incidents.id').onDelete('cascade'))
      .addColumn(column, types.bigint, (built) => built.notNull().references(target).onDelete('cascade'))
      .addPrimaryKeyConstraint(`${table}_key`, ['incident_id', column])
      .execute();
    await db.schema.createIndex(`${table}_by_target`).on(table).column(column).execute();
  }
  await db.schema
    .createTable('incident_alerts')
    .addColumn('alert_id', types.bigint, (column) =>
      column.primaryKey().notNull().references('alerts.id').onDelete('cascade'),
    )
    .addColumn('incident_id', types.bigint, (column) => column.references('incidents.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('incident_alerts_by_incident').on('incident_alerts').column('incident_id').execute();
}
