import { type Kysely, sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

/**
 * On SQLite, has the index of screenshots hold all that is asked of it. It began with the same columns as the index of all
 * checks, and SQLite took whichever of the two came first: with the other one it read all checks of a website.
 * PostgreSQL knows how few rows have a screenshot.
 */
export async function up(db: Kysely<unknown>, types: MigrationTypes): Promise<void> {
  if (types.hasPartitions) return;
  await db.schema.dropIndex('checks_with_screenshot').execute();
  await db.schema
    .createIndex('checks_with_screenshot')
    .on('checks')
    .columns(['monitor_id', 'checked_at', 'screenshot'])
    .where(sql<boolean>`screenshot is not null`)
    .execute();
}
