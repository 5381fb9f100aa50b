import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { sql } from 'kysely';
import { z } from 'zod';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { MessagePurpose } from '../../../storage/tables/telling-tables.ts';
import type { MessageRow } from '../../../storage/tables.ts';
import { type Lease, leasedRows, type RowCondition } from '../sending/leased-rows.ts';
import { foldedStart } from './outbox-store.ts';

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

const { claim, ...leases } = leasedRows('messages');
export const { settle, releaseAllLeases } = leases;

/** Which messages of a channel go first. */
const priorityOf = sql<number>`case purpose when 'drill' then 0 when 'notice' then 1 when 'report' then 2 else 3 end`;
/** Nothing is ever put off for longer: what is due later than that was put off before the clock was set back. */
const longestPause = 2 * 3_600_000;

const isDueAt =
  (now: number): RowCondition =>
  (eb) =>
    eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + longestPause)]);

/** Leases a message, unless another process did, or tried it meanwhile, so that it is due later. */
export const claimDue = async (db: Database, id: number, lease: Lease, now: number): Promise<boolean> =>
  (await claim(db, [id], lease, now, isDueAt(now))).has(id);

/** What decides which messages wait for each other: those to the same are sent one after the other. */
export type LaneOfMessage = Pick<MessageRow, 'channel' | 'channel_id' | 'recipient'>;

/** A channel; of the built-in Slack each place, because each has a webhook of its own. */
export const laneKey = ({ channel, channel_id, recipient }: LaneOfMessage): string =>
  [channel, channel_id, channel === 'slack' && channel_id === null ? recipient : null].join(' ');

/**
 * The next message of each lane that is due and that nobody is sending. Those of channels that have alerts to send wait.
 */
export async function readDue(db: Database, now: number): Promise<MessageRow[]> {
  const numbered = db
    .selectFrom('messages as m')
    .selectAll()
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy(['m.channel', 'm.channel_id', 'm.recipient'])
            .orderBy(priorityOf)
            .orderBy('m.next_attempt_at')
            .orderBy('m.id'),
        )
        .as('number'),
    )
    .where('m.status', '=', 'pending')
    .where((eb) => eb.or([eb('m.next_attempt_at', '<=', now), eb('m.next_attempt_at', '>', now + longestPause)]))
    .where((eb) => eb.or([eb('m.lease_until', 'is', null), eb('m.lease_until', '<', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select('d.id')
            .where('d.status', '=', 'pending')
            .where('d.next_attempt_at', '<=', now)
            .whereRef('d.channel', '=', 'm.channel')
            .where((eb) => eb('d.channel_id', 'is not distinct from', eb.ref('m.channel_id'))),
        ),
      ),
    );
  const rows = await db
    .selectFrom(numbered.as('n'))
    .selectAll()
    .where('n.number', '=', 1)
    .orderBy(priorityOf)
    .orderBy('n.next_attempt_at')
    .orderBy('n.id')
    .execute();
  const byLane = groupBy(rows, laneKey);
  return [...byLane.values()].flatMap(([first]) => {
    if (!first) return [];
    const { number: _, ...message } = first;
    return [message];
  });
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

/** Since when, and now, in milliseconds since the epoch. */
export interface SendTimesAsked {
  since: number;
  now: number;
}

/** When messages of a kind were sent, and how many are being sent now. */
export interface SendTimes {
  sent: number[];
  going: number;
}

/**
 * Of alerts and of all else, oldest first; those that are being sent as if they were sent now. `except`: the id of a message that
 * does not count.
 */
export async function readSendTimes(
  db: Database,
  kind: DeliveryChannel,
  { except, ...asked }: SendTimesAsked & { except: number },
): Promise<number[]> {
  const alerts = await readTimesOf(db, 'deliveries', kind, asked);
  const others = await readTimesOf(db, 'messages', kind, asked, except);
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
  { since, now }: SendTimesAsked,
  except = 0,
): Promise<SendTimes> {
  const rows = await db
    .selectFrom(table)
    .select(['sent_at', 'lease_owner', 'channel_id', 'recipient'])
    .where('id', '!=', except)
    .where('channel', '=', kind)
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', 'not like', `${foldedStart}%`)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('sent_at', '>', since), eb('sent_at', '<=', now)]),
        eb.and([eb('status', '=', 'pending'), eb('lease_until', '>=', now)]),
      ]),
    )
    .execute();
  const sent = rows.flatMap(({ sent_at }) => sent_at ?? []);
  // All alerts that one process sends to one recipient are one message.
  const going = new Set(
    rows
      .filter(({ sent_at }) => sent_at === null)
      .map(({ lease_owner, channel_id, recipient }) => `${lease_owner} ${channel_id} ${recipient}`),
  );
  return { sent, going: going.size };
}

/** Deletes what was sent or given up before a time, milliseconds since the epoch. */
export async function forgetSettled(db: Database, before: number): Promise<void> {
  await db.deleteFrom('messages').where('status', '!=', 'pending').where('created_at', '<', before).execute();
}
