import { refKey } from '@upvigil/core/contract/names/channels';
import { noticeKinds } from '@upvigil/core/contract/notices';
import type { Database } from '../../../storage/database.ts';

/** The reason of messages that are not sent because their channel was deleted. */
const deletedReason = 'the channel was deleted';

/**
 * Ends a channel's waiting messages and deletes its health, in the transaction that deletes the channel. The sending
 * process settles a message under way. `now`: milliseconds since the epoch.
 */
export async function forgetChannel(trx: Database, id: number, now: number): Promise<void> {
  for (const table of ['deliveries', 'messages'] as const) {
    await trx
      .updateTable(table)
      .set({ status: 'suppressed', reason: deletedReason, next_attempt_at: null })
      .where('channel_id', '=', id)
      .where('status', 'in', ['pending', 'suppressed'])
      // Waiting rows have a time.
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
