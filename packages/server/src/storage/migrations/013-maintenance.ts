import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** The columns of a monitor that all but its deletion sees, in this version. */
const monitorColumns = [
  ...['id', 'website_id', 'kind', 'name', 'target', 'port', 'description', 'metadata_tag', 'metadata_value'],
  ...['expected_response', 'packet_loss_threshold', 'check_mode', 'timeout_seconds', 'check_interval_seconds'],
  ...['response_time_threshold_seconds', 'failure_threshold', 'severity', 'enabled', 'created_at', 'revision', 'is_up'],
  ...['last_check_id', 'last_check_time', 'recent_checks', 'last_fault', 'outage_began_at'],
  ...['outage_streak', 'slow_streak', 'metadata_streak', 'outage_alert_id', 'slow_alert_id', 'metadata_alert_id'],
  ...['next_due_at', 'lease_owner', 'options', 'secrets'],
];

/**
 * Maintenance and marks. Only tables, and columns that may be null or have a constant default, so that it takes seconds, however
 * long the history.
 */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await addOutageBegan(db, types);
  await addColumns(db, types);
  await createWindows(db, types);
  await createMarks(db, types);
}

async function addOutageBegan(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await sql`drop view monitors`.execute(db);
  await db.schema.alterTable('stored_monitors').addColumn('outage_began_at', types.bigint).execute();
  await sql`
    create view monitors as select ${sql.join(monitorColumns.map((column) => sql.ref(column)))}
    from stored_monitors where deleted_at is null
  `.execute(db);
}

async function addColumns(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  // Null and not 0: that is a bit for each check that is in none, and they are nearly all.
  await db.schema.alterTable('checks').addColumn('in_maintenance', types.smallint).execute();
  for (const table of ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const) {
    for (const column of ['maintenance_checks', 'maintenance_failures'] as const) {
      await db.schema
        .alterTable(table)
        .addColumn(column, 'integer', (build) => build.notNull().defaultTo(0))
        .execute();
    }
  }
  const ofWebsites = ['maintenance_checks', 'maintenance_failures'].flatMap((name) => [name, `service_${name}`]);
  for (const column of ofWebsites) {
    await db.schema
      .alterTable('website_rollups')
      .addColumn(column, types.bigint, (build) => build.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable('alerts').addColumn('mark', 'text').execute();
  await db.schema.alterTable('alerts').addColumn('maintenance_run_id', types.bigint).execute();
}

async function createWindows(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('maintenance_windows')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('start_key', 'text', (column) => column.unique())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .addColumn('updated_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('maintenance_runs')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('window_id', types.bigint, (column) =>
      column.notNull().references('maintenance_windows.id').onDelete('cascade'),
    )
    .addColumn('starts_at', types.bigint, (column) => column.notNull())
    .addColumn('ends_at', types.bigint, (column) => column.notNull())
    .execute();
  // Of processes that make the runs of the same days, each run is made by one.
  await db.schema
    .createIndex('maintenance_runs_by_window')
    .on('maintenance_runs')
    .unique()
    .columns(['window_id', 'starts_at'])
    .execute();
  await db.schema.createIndex('maintenance_runs_by_end').on('maintenance_runs').column('ends_at').execute();
}

async function createMarks(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema
    .createTable('marks')
    .addColumn('id', types.id.type, types.id.build)
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('website_id', types.bigint, (column) => column.references('stored_websites.id').onDelete('cascade'))
    .addColumn('url', 'text')
    .addColumn('at', types.bigint, (column) => column.notNull())
    .addColumn('public', 'integer', (column) => column.notNull())
    .addColumn('created_at', types.bigint, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('marks_by_time').on('marks').column('at').execute();
  await db.schema.createIndex('marks_by_website').on('marks').column('website_id').execute();
}
