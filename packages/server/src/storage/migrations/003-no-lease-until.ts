import type { Kysely } from 'kysely';

/** A monitor is its owner's as long as the owner's row in `workers` is fresh: no time stands with the monitor any more. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('monitors').dropColumn('lease_until').execute();
