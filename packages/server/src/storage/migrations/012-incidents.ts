import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/** The columns of a website that all but its deletion sees, in this version. */
const websiteColumns = ['id', 'name', 'description', 'created_at', 'automatic_incidents'];

/** What people are told of outages: incidents, their updates, whom they affect, and which outages they are about. */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await addWebsiteSetting(db);
  await createIncidents(db, types);
  await createUpdates(db, types);
  await createTargets(db, types);
}

async function addWebsiteSetting(db: Kysely<unknown>): Promise<void> {
  await sql`drop view websites`.execute(db);
  await db.schema.alterTable('stored_websites').addColumn('automatic_incidents', 'text').execute();
  await sql`
    create view websites as select ${sql.join(websiteColumns.map((column) => sql.ref(column)))}
    from stored_websites where deleted_at is null
  `.execute(db);
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
  // Of processes that see an outage at once, one opens the incident.
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
