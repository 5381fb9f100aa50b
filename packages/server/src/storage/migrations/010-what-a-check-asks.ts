import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** The columns of a monitor that all but its deletion sees, in this version. */
const monitorColumns = [
  ...['id', 'website_id', 'kind', 'name', 'target', 'port', 'description', 'metadata_tag', 'metadata_value'],
  ...['expected_response', 'packet_loss_threshold', 'check_mode', 'timeout_seconds', 'check_interval_seconds'],
  ...['response_time_threshold_seconds', 'failure_threshold', 'enabled', 'created_at', 'revision', 'is_up'],
  ...['last_check_id', 'last_check_time', 'recent_checks', 'last_fault'],
  ...['outage_streak', 'slow_streak', 'metadata_streak', 'outage_alert_id', 'slow_alert_id', 'metadata_alert_id'],
  ...['next_due_at', 'lease_owner', 'options', 'secrets'],
];

/**
 * What a check asks, and what it saw: options and secrets of a monitor, phases of a check, evidence of an alert,
 * certificates and domains. Only tables and columns that may be null, so that it takes seconds, however long the history.
 */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await addMonitorColumns(db);
  await db.schema.alterTable('checks').addColumn('phases', types.bigint).execute();
  await db.schema.alterTable('alerts').addColumn('public_message', 'text').execute();
  await createEvidence(db, types);
  await createCertificates(db, types);
}

async function addMonitorColumns(db: Kysely<unknown>): Promise<void> {
  await sql`drop view monitors`.execute(db);
  await db.schema.alterTable('stored_monitors').addColumn('options', 'text').execute();
  await db.schema.alterTable('stored_monitors').addColumn('secrets', 'text').execute();
  await sql`
    create view monitors as select ${sql.join(monitorColumns.map((column) => sql.ref(column)))}
    from stored_monitors where deleted_at is null
  `.execute(db);
}

async function createEvidence(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('evidence')
    .addColumn('alert_id', types.bigint, (column) =>
      column.primaryKey().notNull().references('alerts.id').onDelete('cascade'),
    )
    .addColumn('monitor_id', types.bigint, (column) =>
      column.notNull().references('stored_monitors.id').onDelete('cascade'),
    )
    .addColumn('taken_at', types.bigint, (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('evidence_by_monitor').on('evidence').columns(['monitor_id', 'taken_at']).execute();
}

async function createCertificates(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('certificates')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
    .addColumn('names', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('valid_from', types.bigint, (column) => column.notNull())
    .addColumn('valid_to', types.bigint, (column) => column.notNull())
    .addColumn('first_seen_at', types.bigint, (column) => column.notNull())
    .addColumn('last_seen_at', types.bigint, (column) => column.notNull())
    .addColumn('told', 'text')
    .addColumn('alert_id', types.bigint)
    .execute();
  await db.schema
    .createTable('monitor_certificates')
    .addColumn('monitor_id', types.bigint, (column) =>
      column.notNull().references('stored_monitors.id').onDelete('cascade'),
    )
    .addColumn('certificate_id', types.bigint, (column) =>
      column.notNull().references('certificates.id').onDelete('cascade'),
    )
    .addColumn('first_seen_at', types.bigint, (column) => column.notNull())
    .addColumn('last_seen_at', types.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('monitor_certificates_key', ['monitor_id', 'certificate_id'])
    .execute();
  await db.schema
    .createIndex('monitor_certificates_by_certificate')
    .on('monitor_certificates')
    .column('certificate_id')
    .execute();
  await db.schema
    .createTable('domains')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', types.bigint)
    .addColumn('asked_at', types.bigint)
    .addColumn('due_at', types.bigint)
    .addColumn('answer', 'text')
    .addColumn('told', 'text')
    .addColumn('alert_id', types.bigint)
    .execute();
}
