import type { Kysely } from 'kysely';

/** Why a monitor could not be checked lately, for its card. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('monitors').addColumn('last_fault', 'text').execute();
