import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

const rollupTables = ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const;

export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('websites')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .execute();
  await createMonitors(db, types);
  await createChecks(db, types);
  for (const table of rollupTables) await createRollups(db, types, table);
  await createAlerts(db, types);
  await createDeliveries(db, types);
  await createSettings(db, types);
}

async function createMonitors(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('monitors')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('website_id', types.bigint, (column) => column.notNull().references('websites.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('port', 'integer')
    .addColumn('description', 'text')
    .addColumn('metadata_tag', 'text')
    .addColumn('metadata_value', 'text')
    .addColumn('expected_response', 'text')
    .addColumn('packet_loss_threshold', types.double)
    .addColumn('check_mode', 'text')
    .addColumn('timeout_seconds', types.double, (column) => column.notNull())
    .addColumn('check_interval_seconds', types.double, (column) => column.notNull())
    .addColumn('response_time_threshold_seconds', types.double, (column) => column.notNull())
    .addColumn('failure_threshold', 'integer', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('is_up', 'integer')
    .addColumn('last_check_id', types.bigint)
    .addColumn('last_check_time', types.bigint)
    .addColumn('outage_streak', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('slow_streak', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('metadata_streak', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('outage_alert_id', types.bigint)
    .addColumn('slow_alert_id', types.bigint)
    .addColumn('metadata_alert_id', types.bigint)
    .addColumn('next_due_at', types.bigint)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', types.bigint)
    .execute();
  await db.schema.createIndex('monitors_by_website').on('monitors').column('website_id').execute();
}

async function createChecks(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('checks')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('monitor_id', types.bigint, (column) => column.notNull().references('monitors.id').onDelete('cascade'))
    .addColumn('checked_at', types.bigint, (column) => column.notNull())
    .addColumn('is_up', types.smallint, (column) => column.notNull())
    .addColumn('response_time_us', types.bigint)
    .addColumn('status_code', types.smallint)
    .addColumn('packet_loss', types.real)
    .addColumn('metadata_found', types.smallint)
    .addColumn('error_message', 'text')
    .addColumn('screenshot', 'text')
    .execute();
  await db.schema.createIndex('checks_by_monitor').on('checks').columns(['monitor_id', 'checked_at']).execute();
  // At most 20 of a URL's checks have one: without this index, finding the newest would read all checks.
  await db.schema
    .createIndex('checks_with_screenshot')
    .on('checks')
    .columns(['monitor_id', 'checked_at'])
    .where(sql<boolean>`screenshot is not null`)
    .execute();
}

/**
 * Time comes first in the key, so that rows that are written or read together lie together, however many monitors there
 * are and however long their history is. With the monitor first, each check would rewrite database pages of its own
 * (32 KB a check after a year of 2,000 monitors). The index is for deleting a monitor; updating a row does not touch it.
 */
async function createRollups(
  db: Kysely<unknown>,
  types: MigrationTypes,
  table: (typeof rollupTables)[number],
): Promise<void> {
  await types
    .clustered(
      db.schema
        .createTable(table)
        .addColumn('bucket_start', types.bigint, (column) => column.notNull())
        .addColumn('monitor_id', types.bigint, (column) =>
          column.notNull().references('monitors.id').onDelete('cascade'),
        )
        .addColumn('checks', 'integer', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('slow', 'integer', (column) => column.notNull())
        .addColumn('sum_us', types.bigint, (column) => column.notNull())
        .addColumn('min_us', types.bigint)
        .addColumn('max_us', types.bigint)
        .addColumn('sketch', types.bytes, (column) => column.notNull())
        .addColumn('status_counts', 'text')
        .addPrimaryKeyConstraint(`${table}_key`, ['bucket_start', 'monitor_id']),
    )
    .execute();
  await db.schema.createIndex(`${table}_by_monitor`).on(table).columns(['monitor_id', 'bucket_start']).execute();
}

async function createAlerts(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('website_id', types.bigint, (column) => column.notNull().references('websites.id').onDelete('cascade'))
    .addColumn('monitor_id', types.bigint, (column) => column.notNull().references('monitors.id').onDelete('cascade'))
    .addColumn('alert_type', 'text', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('ended_at', types.bigint)
    .addColumn('ends_alert_id', types.bigint)
    .execute();
  await db.schema.createIndex('alerts_by_time').on('alerts').column('created_at').execute();
  await db.schema.createIndex('alerts_by_monitor').on('alerts').columns(['monitor_id', 'created_at']).execute();
  await db.schema.createIndex('alerts_by_website').on('alerts').columns(['website_id', 'created_at']).execute();
}

async function createDeliveries(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('alert_id', types.bigint, (column) => column.notNull().references('alerts.id').onDelete('cascade'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('next_attempt_at', types.bigint)
    .addColumn('sent_at', types.bigint)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', types.bigint)
    .execute();
  await db.schema.createIndex('deliveries_by_alert').on('deliveries').column('alert_id').execute();
  await db.schema.createIndex('deliveries_due').on('deliveries').columns(['status', 'next_attempt_at']).execute();
  await db.schema.createIndex('deliveries_sent').on('deliveries').columns(['channel', 'sent_at']).execute();
}

async function createSettings(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('slack_settings')
    .addColumn('website_id', types.bigint, (column) =>
      column.primaryKey().references('websites.id').onDelete('cascade'),
    )
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('last_used_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', types.bigint, (column) => column.notNull())
    .execute();
}
