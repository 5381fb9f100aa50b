import { builtInChannels, type DeliveryChannel, deliveryChannels } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../../storage/database.ts';

/**
 * Kinds by which something may have to be sent: the built-in ones, those of channels that were added, and those of channels that
 * are gone while something still waits for them.
 */
export async function readUsedKinds(db: Database): Promise<ReadonlySet<DeliveryChannel>> {
  const added = await db.selectFrom('channels').select('kind').distinct().execute();
  const used = new Set<DeliveryChannel>([...builtInChannels, ...added.map(({ kind }) => kind)]);
  const others = deliveryChannels.filter((kind) => !used.has(kind));
  if (others.length === 0) return used;
  const left = await db
    .selectFrom('deliveries')
    .select('channel')
    .distinct()
    .where('channel', 'in', others)
    .where('status', '=', 'pending')
    // True of all pending ones; it makes databases use the index of channels, which has few rows of these.
    .where('sent_at', 'is', null)
    .execute();
  for (const { channel } of left) used.add(channel);
  return used;
}
