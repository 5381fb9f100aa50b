import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { hourMs } from '@upvigil/core/time';
import { sql } from 'kysely';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { MessageRow } from '../../../storage/tables.ts';
import { outboxTable } from './outbox-table.ts';

/** The order of messages on a channel. */
const priorityOf = sql<number>`case purpose when 'drill' then 0 when 'notice' then 1 when 'report' then 2 else 3 end`;
/** The longest possible delay: a later due time was set before a backward clock change. */
const longestPause = 2 * hourMs;

/** Due rows. */
export const messageRows = outboxTable(
  'messages',
  (now) => (eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + longestPause)]),
);

/** The fields of a lane. Messages of one lane are sent one after the other. */
type LaneOfMessage = Pick<MessageRow, 'channel' | 'channel_id' | 'recipient'>;

/** The lane is a channel. For the built-in Slack it is each webhook, because each website has its own. */
export const laneKey = ({ channel, channel_id, recipient }: LaneOfMessage): string =>
  [channel, channel_id, channel === 'slack' && channel_id === null ? recipient : null].join(' ');

/** The next due message of each lane that nobody is sending. Messages of channels with due alerts wait. */
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

/**
 * Splits a message to a whole channel: addresses it to the first recipient, and adds one for each of the others.
 * Releases the lease of `owner`. Returns false when the lease was lost.
 */
export async function spread(
  db: Database,
  message: MessageRow,
  [first, ...others]: readonly string[],
  owner: string,
): Promise<boolean> {
  if (first === undefined) return false;
  const free = { lease_owner: null, lease_until: null };
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable('messages')
      .set({ recipient: first, ...free })
      .where('id', '=', message.id)
      .where('lease_owner', '=', owner)
      .returning('id')
      .execute();
    if (held.length === 0) return false;
    const { id: _, ...rest } = message;
    const rows = others.map((recipient) => ({ ...rest, ...free, recipient }));
    for (const chunk of rowChunks(rows)) await trx.insertInto('messages').values(chunk).execute();
    return true;
  });
}

/**
 * When messages of a kind were sent since a time, in milliseconds since the epoch; null for each that is being sent
 * now, `except` some.
 */
export async function readRecentTimes(
  db: Database,
  kind: DeliveryChannel,
  { since, now, except }: { since: number; now: number; except: readonly number[] },
): Promise<(number | null)[]> {
  const rows = await db
    .selectFrom('messages')
    .select('sent_at')
    .where('channel', '=', kind)
    .where((eb) =>
      eb.or([
        eb.and([eb('sent_at', '>', since), eb('sent_at', '<=', now)]),
        eb.and([eb('status', '=', 'pending'), eb('lease_until', '>=', now)]),
      ]),
    )
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .execute();
  return rows.map(({ sent_at }) => sent_at);
}

/** Deletes messages that were sent or given up before a time, in milliseconds since the epoch. */
export async function forgetSettled(db: Database, before: number): Promise<void> {
  await db.deleteFrom('messages').where('status', '!=', 'pending').where('created_at', '<', before).execute();
}
