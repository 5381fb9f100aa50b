import { keyOfDelivery } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../storage/database.ts';
import type { MessageRow } from '../../storage/tables.ts';
import type { LinkMaker } from './link-tokens.ts';

/** The link by which whoever gets a drill confirms it, or why the drill is needless by now. */
export async function drillLink(
  db: Database,
  links: LinkMaker,
  message: Pick<MessageRow, 'subject_id' | 'channel' | 'channel_id' | 'recipient'>,
  now: number,
): Promise<{ label: string; path: string } | { needless: string }> {
  const drill = await db
    .selectFrom('drills')
    .select(['id', 'sent_at', 'confirmed_at'])
    .where('id', '=', message.subject_id ?? 0)
    .executeTakeFirst();
  if (!drill) return { needless: 'the drill was deleted' };
  if (drill.confirmed_at !== null) return { needless: 'the drill was confirmed meanwhile' };
  const about = { named: [[drill.id, drill.sent_at] as [number, number]], recipient: message.recipient };
  const path = await links.make(db, { purpose: 'drill', ref: keyOfDelivery(message), ...about }, 'drill', now);
  return { label: 'Confirm that this arrived', path };
}
