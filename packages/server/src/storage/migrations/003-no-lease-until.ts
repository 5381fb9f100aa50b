import type { Kysely } from 'kysely';

/** Drops a column that is no longer used: a lease holds as long as its owner's row in `workers` is fresh. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('monitors').dropColumn('lease_until').execute();
