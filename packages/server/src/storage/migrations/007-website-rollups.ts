import type { Kysely } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/**
 * Sums over all monitors of a website, so that a year of 500 monitors is read as 9,000 rows and not as four million. They
 * are made of the roll-ups while the program runs: nothing waits for them here.
 */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  await types
    .clustered(
      db.schema
        .createTable('website_rollups')
        .addColumn('website_id', types.bigint, (column) =>
          column.notNull().references('websites.id').onDelete('cascade'),
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
        .addPrimaryKeyConstraint('website_rollups_key', ['website_id', 'width', 'bucket_start']),
    )
    .execute();
  await types
    .clustered(
      db.schema
        .createTable('website_rollup_ends')
        .addColumn('website_id', types.bigint, (column) =>
          column.notNull().references('websites.id').onDelete('cascade'),
        )
        .addColumn('width', types.bigint, (column) => column.notNull())
        .addColumn('summed_until', types.bigint, (column) => column.notNull())
        .addPrimaryKeyConstraint('website_rollup_ends_key', ['website_id', 'width']),
    )
    .execute();
}
