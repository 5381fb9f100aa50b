import type { Drill } from '@upvigil/core/contract/drills';
import { refKey } from '@upvigil/core/contract/names/channels';
import { defaults } from '@upvigil/core/defaults';
import { unprovenSince } from '@upvigil/core/status/proof';
import type { Database } from '../../../storage/database.ts';
import type { DrillRow } from '../../../storage/tables.ts';
import { timeOrNull } from '../../../storage/wire-format.ts';
import type { ChannelRecipient } from '../channel-recipients.ts';
import type { Named } from '../link-tokens.ts';
import { enqueueMessages, type MessageContent, type NewMessage } from '../sending/new-messages.ts';
import { repeatAfterMilliseconds } from './drill-times.ts';

/** Sends a drill to each of these recipients. `now`: milliseconds since the epoch. Returns the drills' ids. */
export async function startDrills(
  trx: Database,
  recipients: readonly ChannelRecipient[],
  now: number,
): Promise<number[]> {
  const ids: number[] = [];
  const messages: NewMessage[] = [];
  for (const destination of recipients) {
    const { id } = await trx
      .insertInto('drills')
      .values({ ref: refKey(destination.ref), recipient: destination.recipient, sent_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
    messages.push(messageOf(destination, id, drillContent(destination)));
  }
  await enqueueMessages(trx, messages, now);
  return ids;
}

/** Repeats an unconfirmed drill. */
export async function repeatDrill(
  trx: Database,
  id: number,
  destination: ChannelRecipient,
  now: number,
): Promise<void> {
  await trx.updateTable('drills').set({ repeated_at: now }).where('id', '=', id).execute();
  const content = drillContent(destination);
  await enqueueMessages(
    trx,
    [messageOf(destination, id, { ...content, title: `${content.title} (second attempt)` })],
    now,
  );
}

const messageOf = (destination: ChannelRecipient, subject_id: number, content: MessageContent): NewMessage => ({
  purpose: 'drill',
  subject_id,
  content,
  channel: destination.kind,
  channel_id: destination.channel_id,
  channel_name: destination.channel_id === null ? null : destination.name,
  recipient: destination.recipient,
});

const drillContent = ({ name, recipient }: ChannelRecipient): MessageContent => ({
  title: `Drill of ${defaults.productName}`,
  text: `Nothing is wrong. Please confirm that this message arrived. This proves that alerts reach ${recipientName(name, recipient)}.\n`,
  link: null,
});

/** 'ops@example.org (email)', or only the channel's name. */
export const recipientName = (name: string, recipient: string | null): string =>
  recipient === null ? name : `${recipient} (${name})`;

/** The drills of one destination. Times in milliseconds since the epoch. */
export interface DrillRecord {
  ref: string;
  /** Of the newest drill, like the next two. */
  id: number;
  sent_at: number;
  confirmed_at: number | null;
  repeated_at: number | null;
  /** When the first drill was sent. */
  first_at: number;
  /** The newest confirmation of any drill. */
  proven_at: number | null;
}

export const recipientKey = (ref: string, recipient: string | null): string => JSON.stringify([ref, recipient]);

/** The drills of each destination that ever got one or was confirmed by a link, by `recipientKey`. */
export async function readDrillRecords(db: Database): Promise<ReadonlyMap<string, DrillRecord>> {
  const sums = db
    .selectFrom('drills')
    .select((eb) => [eb.fn.max('id').as('id'), eb.fn.min('sent_at').as('first_at')])
    .select((eb) => eb.fn.max('confirmed_at').as('proven_at'))
    .groupBy(['ref', 'recipient']);
  const rows = await db
    .selectFrom(sums.as('s'))
    .innerJoin('drills as d', 'd.id', 's.id')
    .select(['d.id', 'd.ref', 'd.recipient', 'd.sent_at', 'd.confirmed_at', 'd.repeated_at'])
    .select(['s.first_at', 's.proven_at'])
    .execute();
  return new Map(rows.map(({ recipient, ...record }) => [recipientKey(record.ref, recipient), record]));
}

/** Recipients with their drill results, in their API form. */
export function describeRecipients(
  recipients: readonly ChannelRecipient[],
  records: ReadonlyMap<string, DrillRecord>,
): Drill[] {
  return recipients.map(({ ref, kind, name, recipient, created_at: added_at }) => {
    const {
      sent_at = null,
      confirmed_at = null,
      proven_at = null,
      first_at: first_drill_at = null,
    } = records.get(recipientKey(refKey(ref), recipient)) ?? {};
    const times = { sent_at: timeOrNull(sent_at), confirmed_at: timeOrNull(confirmed_at) };
    const unproven_since = timeOrNull(unprovenSince({ proven_at, added_at, first_drill_at }));
    return { ref, kind, name, recipient, ...times, proven_at: timeOrNull(proven_at), unproven_since };
  });
}

/** Whether to repeat the newest drill. */
export const isToBeRepeated = (record: DrillRecord, now: number): boolean =>
  record.confirmed_at === null &&
  record.repeated_at === null &&
  record.sent_at <= now - repeatAfterMilliseconds &&
  // A drill this late is not repeated any more.
  record.sent_at > now - 2 * repeatAfterMilliseconds;

/** Confirms a drill; `named`: its id and sending time. Null when it was deleted. */
export async function confirmDrill(
  trx: Database,
  [id, sentAt]: Named,
  now: number,
): Promise<Pick<DrillRow, 'ref' | 'recipient'> | null> {
  const row = await trx
    .updateTable('drills')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('sent_at', '=', sentAt)
    .returning(['ref', 'recipient'])
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a link in another message was followed, which proves its arrival like a confirmed drill. */
export async function recordProof(trx: Database, ref: string, recipient: string | null, now: number): Promise<void> {
  await trx.insertInto('drills').values({ ref, recipient, sent_at: now, confirmed_at: now }).execute();
}
