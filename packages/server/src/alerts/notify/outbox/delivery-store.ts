import { builtInChannels, type DeliveryChannel, deliveryChannels } from '@upvigil/core/contract/names/channels';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { idChunks } from '../../../storage/row-chunks.ts';
import type { Tables } from '../../../storage/tables.ts';
import { plannedReason } from '../../decide/decide-deliveries.ts';
import { idsOf, outboxTable } from './outbox-table.ts';
import { gatherMilliseconds } from './urgency.ts';
import type { WaitingDelivery } from './waiting-store.ts';

/** Those that `mayGo`. */
export const deliveryRows = outboxTable(
  'deliveries',
  (now) => (eb) =>
    eb.or([
      eb('next_attempt_at', '<=', now),
      eb.and([eb('attempts', '=', 0), eb('next_attempt_at', '<=', now + gatherMilliseconds)]),
    ]),
);

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

/**
 * Makes all that is pending due after the clock was set back: they would otherwise wait for their time once more. Steps and reminders
 * keep their distance from their alert instead: a clock that was wrong must not call people too early.
 */
export async function makeAllDue(db: Database, now: number): Promise<void> {
  for (const table of ['deliveries', 'messages'] as const) {
    await db
      .updateTable(table)
      .set({ next_attempt_at: now })
      .where('status', '=', 'pending')
      .where('next_attempt_at', '>', now)
      .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '!=', plannedReason)]))
      .execute();
  }
  await db
    .updateTable('deliveries')
    .set((eb) => ({ next_attempt_at: eb(eb('next_attempt_at', '-', eb.ref('created_at')), '+', now), created_at: now }))
    .where('status', '=', 'pending')
    .where('reason', '=', plannedReason)
    .where('created_at', '>', now)
    .execute();
}

/**
 * Messages of a channel that were sent since a moment, oldest first, and all deliveries that are being sent `except` some, whose
 * `sent_at` is null. Of each message only the delivery that was not folded is read, which is its most
 * urgent. Both in one statement: between two, a message could be finished and be in neither.
 */
export async function readRecent(
  db: Database,
  channel: DeliveryChannel,
  { since, now, except }: { since: number; now: number; except: readonly number[] },
) {
  const ofChannel = db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .select(['d.recipient', 'd.channel_id', 'a.website_id', 'a.alert_type', 'd.sent_at', 'd.lease_owner as sender'])
    .where('d.channel', '=', channel);
  const beingSent = ofChannel
    .where('d.status', '=', 'pending')
    // True of all pending ones; it makes SQLite use the index.
    .where('d.next_attempt_at', '>', 0)
    .where('d.lease_until', '>=', now)
    .$if(except.length > 0, (query) => query.where('d.id', 'not in', except));
  return ofChannel
    .where('d.sent_at', '>', since)
    .where('d.sent_at', '<=', now)
    .where((eb) => eb.or([eb('d.reason', 'is', null), eb('d.reason', 'not like', `${foldedStart}%`)]))
    .unionAll(beingSent)
    .orderBy('sent_at')
    .execute();
}

/** How the reason of a delivery begins that was sent in the message of another alert. */
const foldedStart = 'folded into alert ';
/** The reason of a delivery that was sent in the message of another alert. */
export const foldedReason = (alertId: number): string => `${foldedStart}${alertId}`;

/** The reason of the delivery of a problem that ended before it was sent, while that of its end still waits. */
const overReason = 'over before it was sent: its end says both';

/** Which end of a problem, and to whom. */
type End = Pick<WaitingDelivery, 'ends_alert_id' | 'channel_id' | 'recipient'>;
const keyOfEnd = ({ ends_alert_id, channel_id, recipient }: End): string =>
  `${ends_alert_id} ${channel_id} ${recipient}`;

/**
 * Leaves what was not sent yet of problems to the deliveries of their `ends`, which are to be sent now to the same recipients.
 * Resolves with the ids that wait no more. Deliveries that are being sent stay.
 */
export async function leaveToEnds(
  db: Database,
  kind: DeliveryChannel,
  ends: readonly End[],
  now: number,
): Promise<ReadonlySet<number>> {
  const free = (eb: ExpressionBuilder<Tables, 'deliveries'>) =>
    eb.and([eb('status', '=', 'pending'), eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)])]);
  const left = new Set<number>();
  for (const chunk of idChunks(idsOf(await readOfProblems(db, kind, ends, free)))) {
    const rows = await db
      .updateTable('deliveries')
      .set({ status: 'suppressed', reason: overReason, next_attempt_at: null })
      .where('id', 'in', chunk)
      .where(free)
      .returning('id')
      .execute();
    for (const { id } of rows) left.add(id);
  }
  return left;
}

const isLeft = (eb: ExpressionBuilder<Tables, 'deliveries'>) =>
  eb.and([eb('status', '=', 'suppressed'), eb('reason', '=', overReason)]);

/** Those of `ends` to which the delivery of their problem was left. */
export async function readEndsOfUnsent<One extends End>(
  db: Database,
  kind: DeliveryChannel,
  ends: readonly One[],
): Promise<One[]> {
  const left = await readOfProblems(db, kind, ends, isLeft);
  const keys = new Set(left.map(keyOfEnd));
  return ends.filter((end) => keys.has(keyOfEnd(end)));
}

/** Marks what was left to `ends` as sent with them, in the message of an alert. */
export async function settleLeft(
  trx: Database,
  kind: DeliveryChannel,
  ends: readonly End[],
  sent: { alertId: number; now: number },
): Promise<void> {
  for (const chunk of idChunks(idsOf(await readOfProblems(trx, kind, ends, isLeft)))) {
    await trx
      .updateTable('deliveries')
      .set({ status: 'sent', sent_at: sent.now, reason: foldedReason(sent.alertId) })
      .where('id', 'in', chunk)
      .execute();
  }
}

/** Deliveries of the problems that end, to the same recipients as their ends. */
async function readOfProblems(
  db: Database,
  kind: DeliveryChannel,
  ends: readonly End[],
  condition: (eb: ExpressionBuilder<Tables, 'deliveries'>) => Expression<SqlBool>,
) {
  const alertIds = new Set(ends.flatMap(({ ends_alert_id }) => ends_alert_id ?? []));
  const wanted = new Set(ends.map(keyOfEnd));
  const found: (End & { id: number })[] = [];
  for (const chunk of idChunks([...alertIds])) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['id', 'alert_id as ends_alert_id', 'channel_id', 'recipient'])
      .where('alert_id', 'in', chunk)
      .where('channel', '=', kind)
      .where('purpose', '=', 'alert')
      .where(condition)
      .execute();
    found.push(...rows.filter((row) => wanted.has(keyOfEnd(row))));
  }
  return found;
}
