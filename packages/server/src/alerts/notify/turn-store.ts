import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** The setting that says when the channels were last looked at. A backup leaves it out. */
export const channelTurnKey = 'channels_looked_at';

/**
 * Takes the turn to do what one of all processes does now and then. Resolves with false where another had it less than `pause`
 * milliseconds ago, or has it now: whoever asks waits for its transaction.
 */
export async function takeTurn(trx: Database, key: string, pause: number, now: number): Promise<boolean> {
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
