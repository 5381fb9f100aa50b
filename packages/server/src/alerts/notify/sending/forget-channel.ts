import { refKey } from '@upvigil/core/contract/names/channels';
import { noticeKinds } from '@upvigil/core/contract/notices';
import type { Database } from '../../../storage/database.ts';

/** The reason of what is not sent because its channel is gone. */
const deletedReason = 'the channel was deleted';

/**
 * Ends what waits for a channel, in the transaction that deletes it, and what was known of its health. A message that is just
 * being sent is marked by whoever sends it. `now`: milliseconds since the epoch.
 */
export async function forgetChannel(trx: Database, id: number, now: number): Promise<void> {
  for (const table of ['deliveries', 'messages'] as const) {
    await trx
      .updateTable(table)
      .set({ status: 'suppressed', reason: deletedReason, next_attempt_at: null })
      .where('channel_id', '=', id)
      .where('status', 'in', ['pending', 'suppressed'])
      // What waits has a time.
      .where('next_attempt_at', '>', 0)
      .execute();
  }
  const ref = refKey(id);
  const kinds = noticeKinds.filter((kind) => kind.startsWith('channel_'));
  await trx.deleteFrom('channel_states').where('ref', '=', ref).execute();
  await trx
    .updateTable('notices')
    .set({ ended_at: now })
    .where('subject', '=', ref)
    .where('kind', 'in', kinds)
    .where('ended_at', 'is', null)
    .execute();
}
