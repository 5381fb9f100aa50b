import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';
import { createSessions } from './018-access-tables.ts';
import { createAddedTables, createScreenshotIndex, createViews } from './018-tables.ts';
import { storeChecksByDay } from './checks-by-day.ts';
import { fillAlertCauses } from './fill-alert-causes.ts';
import { fillRecentChecks, type OldTables } from './fill-recent-checks.ts';

/**
 * Upgrades the tables of 0.1.0 (version 1) to version 18. New columns are null or have a constant default, which takes
 * seconds regardless of the history. Computed values are filled in pages. Only PostgreSQL copies the checks.
 */
export async function upgradeFirstRelease(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await changeAlerts(db, types);
  await changeWebsitesAndMonitors(db, types);
  await createViews(db);
  await fillRecentChecks(db.withTables<OldTables>());
  await changeChecks(db, types);
  await addMaintenanceSums(db);
  await changeDeliveries(db, types);
  await giveSessionsIds(db, types);
  await createAddedTables(db, types);
}

async function changeAlerts(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  const texts = ['acknowledged_by', 'acknowledge_note', 'severity', 'route', 'policy', 'mark'];
  await addColumns(db, 'alerts', ['cause', 'public_message'], 'text');
  await addColumns(db, 'alerts', ['began_at', 'acknowledged_at'], types.bigint);
  await addColumns(db, 'alerts', texts, 'text');
  await addColumns(db, 'alerts', ['maintenance_run_id'], types.bigint);
  await fillAlertCauses(db);
}

/** The names of the old tables become those of views, which hide soft-deleted rows. */
async function changeWebsitesAndMonitors(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema.alterTable('websites').renameTo('stored_websites').execute();
  await addColumns(db, 'stored_websites', ['deleted_at'], 'bigint');
  await addColumns(db, 'stored_websites', ['automatic_incidents'], 'text');
  await db.schema.alterTable('monitors').renameTo('stored_monitors').execute();
  // A lease now holds as long as its owner's row in `workers` is fresh.
  await db.schema.alterTable('stored_monitors').dropColumn('lease_until').execute();
  await addColumns(db, 'stored_monitors', ['recent_checks', 'last_fault'], 'text');
  await addColumns(db, 'stored_monitors', ['deleted_at'], 'bigint');
  await addColumns(db, 'stored_monitors', ['options', 'secrets', 'severity'], 'text');
  await addColumns(db, 'stored_monitors', ['outage_began_at'], types.bigint);
}

async function changeChecks(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  if (types.hasPartitions) return storeChecksByDay(db);
  await addColumns(db, 'checks', ['phases'], types.bigint);
  await addColumns(db, 'checks', ['in_maintenance'], types.smallint);
  await db.schema.dropIndex('checks_with_screenshot').execute();
  await createScreenshotIndex(db);
}

async function addMaintenanceSums(db: Kysely<unknown>): Promise<void> {
  for (const table of ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily']) {
    for (const column of ['maintenance_checks', 'maintenance_failures']) {
      await db.schema
        .alterTable(table)
        .addColumn(column, 'integer', (build) => build.notNull().defaultTo(0))
        .execute();
    }
  }
}

async function changeDeliveries(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await addColumns(db, 'deliveries', ['channel_id'], types.bigint);
  await addColumns(db, 'deliveries', ['channel_name'], 'text');
  await db.schema
    .alterTable('deliveries')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('alert'))
    .execute();
  await db.schema
    .alterTable('deliveries')
    .addColumn('step', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** An auto-increment column cannot be added to an existing table. */
async function giveSessionsIds(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await createSessions(db, types, 'counted_sessions');
  await sql`
    insert into counted_sessions (token_hash, created_at, last_used_at, confirmed_at, client)
    select token_hash, created_at, last_used_at, created_at, 'browser' from sessions order by created_at
  `.execute(db);
  await db.schema.dropTable('sessions').execute();
  await db.schema.alterTable('counted_sessions').renameTo('sessions').execute();
}

async function addColumns(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
  type: MigrationTypes['bigint'],
): Promise<void> {
  for (const column of columns) await db.schema.alterTable(table).addColumn(column, type).execute();
}
