import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';
import { createView, viewColumns } from './018-tables.ts';

/** The columns that `beginDisabledPeriods` reads and writes, which no later version may change. */
export type DisabledTables = {
  stored_monitors: { id: number; enabled: number; created_at: number; last_check_time: number | null };
  disabled_periods: { monitor_id: number; from_at: number; until_at: number | null };
};

/**
 * Adds what monitors of all kinds have in common, runs that cover tags, what coverage is computed from, and the commands
 * that workers report.
 */
export async function addManyMonitors(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await addSharedColumns(db, types);
  await addObservedSeconds(db, types);
  await createDisabledPeriods(db, types);
  await beginDisabledPeriods(db.withTables<DisabledTables>());
}

async function addSharedColumns(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await db.schema.alterTable('stored_monitors').addColumn('parent_id', types.bigint).execute();
  await db.schema
    .alterTable('stored_monitors')
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('stored_monitors')
    .addColumn('recovery_threshold', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('maintenance_runs').addColumn('tagged_ids', 'text').execute();
  await db.schema.alterTable('workers').addColumn('commands', 'text').execute();
  await db.schema.dropView('monitors').execute();
  await createView(db, 'monitors', [...viewColumns.monitors, 'parent_id', 'tags', 'recovery_threshold']);
}

async function addObservedSeconds(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  for (const table of ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily']) {
    await db.schema.alterTable(table).addColumn('observed_seconds', 'integer').execute();
  }
  await db.schema.alterTable('website_rollups').addColumn('observed_seconds', types.bigint).execute();
}

async function createDisabledPeriods(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await types
    .clustered(
      db.schema
        .createTable('disabled_periods')
        .addColumn('monitor_id', types.bigint, (column) =>
          column.notNull().references('stored_monitors.id').onDelete('cascade'),
        )
        .addColumn('from_at', types.bigint, (column) => column.notNull())
        .addColumn('until_at', types.bigint)
        .addPrimaryKeyConstraint('disabled_periods_pk', ['monitor_id', 'from_at']),
    )
    .execute();
}

/** A monitor that an older version disabled counts as disabled since its last check. */
export async function beginDisabledPeriods(db: Kysely<DisabledTables>): Promise<void> {
  await db
    .insertInto('disabled_periods')
    .columns(['monitor_id', 'from_at'])
    .expression((eb) =>
      eb
        .selectFrom('stored_monitors')
        .select(['id', (of) => of.fn.coalesce('last_check_time', 'created_at').as('from_at')])
        .where('enabled', '=', 0),
    )
    .execute();
}
