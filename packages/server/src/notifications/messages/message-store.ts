import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { MessagePurpose } from '../../storage/tables/telling-tables.ts';
import type { MessageRow } from '../../storage/tables.ts';
import { foldedStart } from '../outbox/outbox-store.ts';
import { leasedRows } from '../sending/leased-rows.ts';

/** What a message says. */
const contentSchema = z.object({
  title: z.string(),
  /** Plain text; lines end with a newline. */
  text: z.string(),
  /** The same for what can show it: the content of a page's body. Everything that is not ours in it is escaped. */
  html: z.string().optional(),
  /** `path` stands below the server's public address as it is when the message is sent. A drill's link is made then too. */
  link: z.object({ label: z.string(), path: z.string() }).nullable(),
});
export type MessageContent = z.output<typeof contentSchema>;

/** A message to be sent that is no alert. */
export interface NewMessage {
  purpose: MessagePurpose;
  /** Id of the drill, notice or report. */
  subject_id: number | null;
  channel: DeliveryChannel;
  /** Null for a built-in channel, as its name. */
  channel_id: number | null;
  channel_name: string | null;
  /** Null: all whom the channel tells. */
  recipient: string | null;
  content: MessageContent;
}

/**
 * Puts messages into the outbox, due now (milliseconds since the epoch). They are sent at least once, after the alerts of their
 * channel. Whoever commits publishes `has_deliveries`; without that they go within a minute.
 */
export async function enqueueMessages(trx: Database, messages: readonly NewMessage[], now: number): Promise<void> {
  const rows = messages.map(({ content, ...message }) => ({
    ...message,
    content: JSON.stringify(content),
    status: 'pending' as const,
    reason: null,
    created_at: now,
    next_attempt_at: now,
    sent_at: null,
    lease_owner: null,
    lease_until: null,
  }));
  for (const chunk of rowChunks(rows)) await trx.insertInto('messages').values(chunk).execute();
}

/** What a stored message says; null where it cannot be read, as when a backup was edited. */
export function contentOf({ content }: Pick<MessageRow, 'content'>): MessageContent | null {
  const parsed = contentSchema.safeParse(JSON.parse(content));
  return parsed.success ? parsed.data : null;
}

export const { claim, settle, releaseAllLeases } = leasedRows('messages');

/** One of two messages of the same is sent at a time: a channel, built-in or not. */
export type ChannelOfMessage = Pick<MessageRow, 'channel' | 'channel_id'>;

/** Which messages go first. */
const laneOf = sql<number>`case purpose when 'drill' then 0 when 'notice' then 1 when 'report' then 2 else 3 end`;
/** Nothing is ever put off for longer: what is due later than that was put off before the clock was set back. */
const longestPause = 2 * 3_600_000;
const mostRead = 20;

/**
 * Some messages that are due and that nobody is sending, in the order of their lanes. Those of kinds of channels that have alerts
 * to send, and those of `busy` channels, wait.
 */
export async function readDue(db: Database, now: number, busy: readonly ChannelOfMessage[]): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + longestPause)]))
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .where('channel', 'not in', (eb) =>
      eb
        .selectFrom('deliveries as d')
        .select('d.channel')
        .where('d.status', '=', 'pending')
        .where('d.next_attempt_at', '<=', now),
    )
    .where((eb) =>
      eb.and(
        busy.map(({ channel, channel_id }) =>
          eb.or([
            eb('channel', '!=', channel),
            channel_id === null ? eb('channel_id', 'is not', null) : eb('channel_id', 'is distinct from', channel_id),
          ]),
        ),
      ),
    )
    .orderBy(laneOf)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(mostRead)
    .execute();
}

/** When the next message is due after now; null: never. */
export async function readNextDue(db: Database, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.min('next_attempt_at').as('next'))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .executeTakeFirst();
  return row?.next ?? null;
}

/**
 * Addresses a message that was for all whom its channel tells to the first of them, and adds one for each of the others. `owner`
 * holds its lease, and keeps it no longer.
 */
export async function spread(
  db: Database,
  message: MessageRow,
  [first, ...others]: readonly string[],
  owner: string,
): Promise<void> {
  if (first === undefined) return;
  const free = { lease_owner: null, lease_until: null };
  await db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable('messages')
      .set({ recipient: first, ...free })
      .where('id', '=', message.id)
      .where('lease_owner', '=', owner)
      .returning('id')
      .execute();
    if (held.length === 0) return;
    const { id: _, ...rest } = message;
    const rows = others.map((recipient) => ({ ...rest, ...free, recipient }));
    for (const chunk of rowChunks(rows)) await trx.insertInto('messages').values(chunk).execute();
  });
}

/** Adds a message for those recipients who may take it later. */
export async function insertRetry(
  db: Database,
  { id: _, ...message }: MessageRow,
  retry: Pick<MessageRow, 'recipient' | 'reason' | 'next_attempt_at'>,
): Promise<void> {
  const attempts = message.attempts + 1;
  await db
    .insertInto('messages')
    .values({ ...message, ...retry, attempts, status: 'pending', sent_at: null, lease_owner: null, lease_until: null })
    .execute();
}

/** Since when, now (milliseconds since the epoch), and who asks: what that one is sending itself does not count. */
export interface SendTimesAsked {
  since: number;
  now: number;
  owner: string;
}

/** When messages of a kind were sent, and how many others are sending now. */
export interface SendTimes {
  sent: number[];
  going: number;
}

/** Of alerts and of all else, oldest first; those that others are sending as if they were sent now. */
export async function readSendTimes(db: Database, kind: DeliveryChannel, asked: SendTimesAsked): Promise<number[]> {
  const alerts = await readTimesOf(db, 'deliveries', kind, asked);
  const others = await readTimesOf(db, 'messages', kind, asked);
  const going = Array<number>(alerts.going + others.going).fill(asked.now);
  return [...alerts.sent, ...others.sent, ...going].sort((one, other) => one - other);
}

/** Of what is no alert. */
export const readMessageTimes = (db: Database, kind: DeliveryChannel, asked: SendTimesAsked): Promise<SendTimes> =>
  readTimesOf(db, 'messages', kind, asked);

async function readTimesOf(
  db: Database,
  table: 'messages' | 'deliveries',
  kind: DeliveryChannel,
  { since, now, owner }: SendTimesAsked,
): Promise<SendTimes> {
  const rows = await db
    .selectFrom(table)
    .select('sent_at')
    .where('channel', '=', kind)
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', 'not like', `${foldedStart}%`)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('sent_at', '>', since), eb('sent_at', '<=', now)]),
        eb.and([eb('status', '=', 'pending'), eb('lease_until', '>=', now), eb('lease_owner', '!=', owner)]),
      ]),
    )
    .execute();
  const sent = rows.flatMap(({ sent_at }) => sent_at ?? []);
  return { sent, going: rows.length - sent.length };
}

/** Deletes what was sent or given up before a time, milliseconds since the epoch. */
export async function forgetSettled(db: Database, before: number): Promise<void> {
  await db.deleteFrom('messages').where('status', '!=', 'pending').where('created_at', '<', before).execute();
}
