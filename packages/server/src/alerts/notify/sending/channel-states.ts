import { type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../../storage/database.ts';
import type { ChannelStateRow } from '../../../storage/tables.ts';
import type { SendResult } from '../channel.ts';

/**
 * Records the outcome of one message on a channel (`keyOfDelivery`), in the transaction of its result. `now`:
 * milliseconds since the epoch.
 */
export async function recordResult(trx: Database, ref: string, result: SendResult, now: number): Promise<void> {
  const isSent = result.outcome === 'sent';
  const sent = { last_sent_at: now, failures: 0, failing_since: null, last_error: null };
  const failed = { last_sent_at: null, failures: 1, failing_since: now, last_error: result.reason };
  await trx
    .insertInto('channel_states')
    .values({ ref, ...(isSent ? sent : failed) })
    .onConflict((conflict) =>
      conflict.column('ref').doUpdateSet((eb) =>
        isSent
          ? sent
          : {
              failures: eb('channel_states.failures', '+', 1),
              failing_since: eb.fn.coalesce('channel_states.failing_since', 'excluded.failing_since'),
              last_error: result.reason,
            },
      ),
    )
    .execute();
}

/** The health of these channels by `refKey`. A channel that was never used has no entry. */
export async function readChannelStates(
  db: Database,
  refs: readonly ChannelRef[],
): Promise<ReadonlyMap<string, ChannelStateRow>> {
  if (refs.length === 0) return new Map();
  const rows = await db.selectFrom('channel_states').selectAll().where('ref', 'in', refs.map(refKey)).execute();
  return new Map(rows.map((row) => [row.ref, row]));
}

/** When a person last confirmed that a message arrived, by `refKey`, in milliseconds since the epoch. */
export async function readProvenTimes(db: Database, refs: readonly ChannelRef[]): Promise<ReadonlyMap<string, number>> {
  if (refs.length === 0) return new Map();
  const rows = await db
    .selectFrom('drills')
    .select((eb) => ['ref', eb.fn.max('confirmed_at').as('at')])
    .where('ref', 'in', refs.map(refKey))
    .groupBy('ref')
    .execute();
  return new Map(rows.flatMap(({ ref, at }) => (at === null ? [] : [[ref, at] as const])));
}
