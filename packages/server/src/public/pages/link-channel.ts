import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import type { Link } from '../../alerts/notify/link-tokens.ts';
import type { Database } from '../../storage/database.ts';
import { readOwnChannels } from '../../storage/settings/channel-store.ts';

/** The name of the channel that carried a link. */
export async function channelNameOf(db: Database, { ref }: Pick<Link, 'ref'>): Promise<string> {
  const builtIn = builtInChannels.find((word) => word === ref);
  if (builtIn) return channelNames[builtIn];
  const id = Number(ref);
  return (await readOwnChannels(db, [id])).get(id)?.name ?? 'a deleted channel';
}
