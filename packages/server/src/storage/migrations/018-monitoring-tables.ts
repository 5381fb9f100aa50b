import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** Tables for checks and recorded responses, roll-ups of websites, maintenance and marks, added in version 18. */
export async function createMonitoringTables(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await createWebsiteRollups(db, types);
  await createEvidence(db, types);
  await createCertificates(db, types);
  await createWindows(db, types);
  await createMarks(db, types);
}

/**
 * Sums over all monitors of a website, so that a year of 500 monitors needs 9,000 rows instead of four million. The
 * running program computes them from the roll-ups; the migration does not.
 */
async function createWebsiteRollups(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await types
    .clustered(
      db.schema
        .createTable('website_rollups')
        .addColumn('website_id', types.bigint, (column) =>
          column.notNull().references('stored_websites.id').onDelete('cascade'),
        )
        .addColumn('width', types.bigint, (column) => column.notNull())
        .addColumn('bucket_start', types.bigint, (column) => column.notNull())
        .addColumn('checks', types.bigint, (column) => column.notNull())
        .addColumn('failures', types.bigint, (column) => column.notNull())
        .addColumn('sum_us', types.bigint, (column) => column.notNull())
        .addColumn('service_checks', types.bigint, (column) => column.notNull())
        .addColumn('service_failures', types.bigint, (column) => column.notNull())
        .addColumn('service_sum_us', types.bigint, (column) => column.notNull())
        .addColumn('status_counts', 'text')
        .addColumn('maintenance_checks', types.bigint, (column) => column.notNull().defaultTo(0))
        .addColumn('service_maintenance_checks', types.bigint, (column) => column.notNull().defaultTo(0))
        .addColumn('maintenance_failures', types.bigint, (column) => column.notNull().defaultTo(0))
        .addColumn('service_maintenance_failures', types.bigint, (column) => column.notNull().defaultTo(0))
        .addPrimaryKeyConstraint('website_rollups_key', ['website_id', 'width', 'bucket_start']),
    )
    .execute();
  await types
    .clustered(
      db.schema
        .createTable('website_rollup_ends')
        .addColumn('website_id', types.bigint, (column) =>
          column.notNull().references('stored_websites.id').onDelete('cascade'),
        )
        .addColumn('width', types.bigint, (column) => column.notNull())
        .addColumn('summed_until', types.bigint, (column) => column.notNull())
        .addPrimaryKeyConstraint('website_rollup_ends_key', ['website_id', 'width']),
    )
    .execute();
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
  // If several processes create the runs of the same days, each run is created once.
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
