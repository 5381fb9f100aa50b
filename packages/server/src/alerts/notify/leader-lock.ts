import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** Setting with the time of the last check of all channels. Not in backups. */
export const channelLockKey = 'channels_looked_at';

/**
 * Tries to become the one process that runs a periodic job. False when another ran it within the last `pause`
 * milliseconds, or runs it now: the statement waits for that process's transaction.
 */
export async function takeLeaderLock(trx: Database, key: string, pause: number, now: number): Promise<boolean> {
  const last = sql<number>`cast(settings.value as bigint)`;
  const row = await trx
    .insertInto('settings')
    .values({ key, value: String(now) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: String(now) })
        // A time in the future was written before a backward clock change.
        .where(sql<boolean>`(${last} <= ${sql.lit(now - pause)} or ${last} > ${sql.lit(now)})`),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}
