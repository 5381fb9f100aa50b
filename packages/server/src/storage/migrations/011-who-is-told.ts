import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** The columns of a monitor that all but its deletion sees, in this version. */
const monitorColumns = [
  ...['id', 'website_id', 'kind', 'name', 'target', 'port', 'description', 'metadata_tag', 'metadata_value'],
  ...['expected_response', 'packet_loss_threshold', 'check_mode', 'timeout_seconds', 'check_interval_seconds'],
  ...['response_time_threshold_seconds', 'failure_threshold', 'severity', 'enabled', 'created_at', 'revision', 'is_up'],
  ...['last_check_id', 'last_check_time', 'recent_checks', 'last_fault'],
  ...['outage_streak', 'slow_streak', 'metadata_streak', 'outage_alert_id', 'slow_alert_id', 'metadata_alert_id'],
  ...['next_due_at', 'lease_owner', 'options', 'secrets'],
];

/**
 * Who is told: channels, what was told on them, silences, drills, notices, reports, and messages that are no alerts. Only
 * tables, and columns that may be null or have a constant default, so that it takes seconds, however long the history.
 */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await addMonitorSeverity(db);
  await addAlertColumns(db, types);
  await createChannels(db, types);
  await createHolds(db, types);
  await createMessages(db, types);
  await createSilences(db, types);
  await createTrust(db, types);
}

async function addMonitorSeverity(db: Kysely<unknown>): Promise<void> {
  await sql`drop view monitors`.execute(db);
  await db.schema.alterTable('stored_monitors').addColumn('severity', 'text').execute();
  await sql`
    create view monitors as select ${sql.join(monitorColumns.map((column) => sql.ref(column)))}
    from stored_monitors where deleted_at is null
  `.execute(db);
}

async function addAlertColumns(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  for (const column of ['began_at', 'acknowledged_at'] as const) {
    await db.schema.alterTable('alerts').addColumn(column, types.bigint).execute();
  }
  for (const column of ['acknowledged_by', 'acknowledge_note', 'severity', 'route', 'policy'] as const) {
    await db.schema.alterTable('alerts').addColumn(column, 'text').execute();
  }
  await db.schema.alterTable('deliveries').addColumn('channel_id', types.bigint).execute();
  await db.schema.alterTable('deliveries').addColumn('channel_name', 'text').execute();
  await db.schema
    .alterTable('deliveries')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('alert'))
    .execute();
  await db.schema
    .alterTable('deliveries')
    .addColumn('step', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
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

/** Read by what sends, which may be several processes. */
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
  // Of processes that see the same at once, one begins the notice.
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
