import { type Kysely, sql } from 'kysely';

/** The columns that each table has in this version. */
const columnsOf = {
  websites: ['id', 'name', 'description', 'created_at'],
  monitors: [
    ...['id', 'website_id', 'kind', 'name', 'target', 'port', 'description', 'metadata_tag', 'metadata_value'],
    ...['expected_response', 'packet_loss_threshold', 'check_mode', 'timeout_seconds', 'check_interval_seconds'],
    ...['response_time_threshold_seconds', 'failure_threshold', 'enabled', 'created_at', 'revision', 'is_up'],
    ...[
      'last_check_id',
      'last_check_time',
      'recent_checks',
      'last_fault',
      'outage_streak',
      'slow_streak',
      'metadata_streak',
    ],
    ...['outage_alert_id', 'slow_alert_id', 'metadata_alert_id', 'next_due_at', 'lease_owner'],
  ],
} as const;

/**
 * A row that is being deleted is marked, and what reads websites and monitors by their names does not see it: these names
 * are of views from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(columnsOf)) {
    const stored = `stored_${name}`;
    await db.schema.alterTable(name).renameTo(stored).execute();
    await db.schema.alterTable(stored).addColumn('deleted_at', 'bigint').execute();
    await sql`
      create view ${sql.table(name)} as select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(stored)} where deleted_at is null
    `.execute(db);
  }
}
