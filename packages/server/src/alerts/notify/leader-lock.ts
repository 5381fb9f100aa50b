import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** Setting with the time of the last check of all channels. Not in backups. */
export const channelLockKey = 'channels_looked_at';

/**
 * Tries to become the one process that runs a periodic job. Resolves with false where another ran it less than `pause`
 * milliseconds ago, or runs it now: the statement waits for the transaction of that process.
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
        // A time that is still to come was written before the clock was set back.
        .where(sql<boolean>`(${last} <= ${sql.lit(now - pause)} or ${last} > ${sql.lit(now)})`),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}
