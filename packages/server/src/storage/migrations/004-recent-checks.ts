import type { Kysely } from 'kysely';
import { fillRecentChecks, type TablesThen } from './004-fill-recent-checks.ts';

/** The last checks of a monitor stand beside its state, so that a list of monitors shows them without reading a check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('monitors').addColumn('recent_checks', 'text').execute();
  await fillRecentChecks(db.withTables<TablesThen>());
}
