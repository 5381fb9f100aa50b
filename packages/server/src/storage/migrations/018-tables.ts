import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';
import { createAccessTables, createSessions } from './018-access-tables.ts';
import { createAlertingTables } from './018-alerting-tables.ts';
import { createMonitoringTables } from './018-monitoring-tables.ts';
import { createChecksByDay } from './checks-by-day.ts';

const rollupTables = ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const;

/** Creates all tables of version 18 in an empty database, with columns in the order of an upgraded one. */
export async function createTables(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await createWebsites(db, types);
  await createMonitors(db, types);
  await createViews(db);
  if (types.hasPartitions) await createChecksByDay(db);
  else await createChecks(db, types);
  for (const table of rollupTables) await createRollups(db, types, table);
  await createAlerts(db, types);
  await createDeliveries(db, types);
  await createSettings(db, types);
  await createSessions(db, types, 'sessions');
  await createAddedTables(db, types);
}

/** The tables that 0.1.0 did not have. */
export async function createAddedTables(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await createMonitoringTables(db, types);
  await createAlertingTables(db, types);
  await createAccessTables(db, types);
}

async function createWebsites(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('stored_websites')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .addColumn('automatic_incidents', 'text')
    .execute();
}

async function createMonitors(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('stored_monitors')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('website_id', types.bigint, (column) =>
      column.notNull().references('stored_websites.id').onDelete('cascade'),
    )
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
    .addColumn('recent_checks', 'text')
    .addColumn('last_fault', 'text')
    .addColumn('deleted_at', 'bigint')
    .addColumn('options', 'text')
    .addColumn('secrets', 'text')
    .addColumn('severity', 'text')
    .addColumn('outage_began_at', types.bigint)
    .execute();
  await db.schema.createIndex('monitors_by_website').on('stored_monitors').column('website_id').execute();
}

/** All columns except `deleted_at`. */
export const viewColumns = {
  websites: ['id', 'name', 'description', 'created_at', 'automatic_incidents'],
  monitors: [
    ...['id', 'website_id', 'kind', 'name', 'target', 'port', 'description', 'metadata_tag', 'metadata_value'],
    ...['expected_response', 'packet_loss_threshold', 'check_mode', 'timeout_seconds', 'check_interval_seconds'],
    ...['response_time_threshold_seconds', 'failure_threshold', 'severity', 'enabled', 'created_at', 'revision'],
    ...['is_up', 'last_check_id', 'last_check_time', 'recent_checks', 'last_fault', 'outage_began_at'],
    ...['outage_streak', 'slow_streak', 'metadata_streak', 'outage_alert_id', 'slow_alert_id', 'metadata_alert_id'],
    ...['next_due_at', 'lease_owner', 'options', 'secrets'],
  ],
} as const;

/** The views `websites` and `monitors`, which hide soft-deleted rows. */
export async function createViews(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(viewColumns)) await createView(db, name, columns);
}

export async function createView(db: Kysely<unknown>, name: string, columns: readonly string[]): Promise<void> {
  await sql`
    create view ${sql.table(name)} as select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(`stored_${name}`)} where deleted_at is null
  `.execute(db);
}

async function createChecks(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('checks')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('monitor_id', types.bigint, (column) =>
      column.notNull().references('stored_monitors.id').onDelete('cascade'),
    )
    .addColumn('checked_at', types.bigint, (column) => column.notNull())
    .addColumn('is_up', types.smallint, (column) => column.notNull())
    .addColumn('response_time_us', types.bigint)
    .addColumn('status_code', types.smallint)
    .addColumn('packet_loss', types.real)
    .addColumn('metadata_found', types.smallint)
    .addColumn('error_message', 'text')
    .addColumn('screenshot', 'text')
    .addColumn('phases', types.bigint)
    .addColumn('in_maintenance', types.smallint)
    .execute();
  await db.schema.createIndex('checks_by_monitor').on('checks').columns(['monitor_id', 'checked_at']).execute();
  await createScreenshotIndex(db);
}

/**
 * At most 20 of a URL's checks have a screenshot; without this index, finding the newest would scan all checks. It
 * covers all columns of the query: with only two columns, SQLite chose the index of all checks. PostgreSQL knows how
 * few rows have a screenshot, so its index has fewer columns.
 */
export async function createScreenshotIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('checks_with_screenshot')
    .on('checks')
    .columns(['monitor_id', 'checked_at', 'screenshot'])
    .where(sql<boolean>`screenshot is not null`)
    .execute();
}

/**
 * Time comes first in the key, so that rows written or read together are adjacent, however many monitors there are and
 * however long their history is. With the monitor first, each check would rewrite separate pages (32 KB a check after a
 * year of 2,000 monitors). The index serves the deletion of a monitor; updates do not touch it.
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
          column.notNull().references('stored_monitors.id').onDelete('cascade'),
        )
        .addColumn('checks', 'integer', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('slow', 'integer', (column) => column.notNull())
        .addColumn('sum_us', types.bigint, (column) => column.notNull())
        .addColumn('min_us', types.bigint)
        .addColumn('max_us', types.bigint)
        .addColumn('sketch', types.bytes, (column) => column.notNull())
        .addColumn('status_counts', 'text')
        .addColumn('maintenance_checks', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('maintenance_failures', 'integer', (column) => column.notNull().defaultTo(0))
        .addPrimaryKeyConstraint(`${table}_key`, ['bucket_start', 'monitor_id']),
    )
    .execute();
  await db.schema.createIndex(`${table}_by_monitor`).on(table).columns(['monitor_id', 'bucket_start']).execute();
}

async function createAlerts(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('website_id', types.bigint, (column) =>
      column.notNull().references('stored_websites.id').onDelete('cascade'),
    )
    .addColumn('monitor_id', types.bigint, (column) =>
      column.notNull().references('stored_monitors.id').onDelete('cascade'),
    )
    .addColumn('alert_type', 'text', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('ended_at', types.bigint)
    .addColumn('ends_alert_id', types.bigint)
    .addColumn('cause', 'text')
    .addColumn('public_message', 'text')
    .addColumn('began_at', types.bigint)
    .addColumn('acknowledged_at', types.bigint)
    .addColumn('acknowledged_by', 'text')
    .addColumn('acknowledge_note', 'text')
    .addColumn('severity', 'text')
    .addColumn('route', 'text')
    .addColumn('policy', 'text')
    .addColumn('mark', 'text')
    .addColumn('maintenance_run_id', types.bigint)
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
    .addColumn('channel_id', types.bigint)
    .addColumn('channel_name', 'text')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('alert'))
    .addColumn('step', 'integer', (column) => column.notNull().defaultTo(0))
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
      column.primaryKey().references('stored_websites.id').onDelete('cascade'),
    )
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', types.bigint, (column) => column.notNull())
    .execute();
}
