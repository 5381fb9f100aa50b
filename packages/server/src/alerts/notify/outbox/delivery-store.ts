import { builtInChannels, type DeliveryChannel, deliveryChannels } from '@upvigil/core/contract/names/channels';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { idChunks } from '../../../storage/row-chunks.ts';
import type { Tables } from '../../../storage/tables.ts';
import { plannedReason } from '../../decide/decide-deliveries.ts';
import { idsOf, outboxTable } from './outbox-table.ts';
import { gatherMilliseconds } from './urgency.ts';
import type { WaitingDelivery } from './waiting-store.ts';

/** Rows that `mayGo`. */
export const deliveryRows = outboxTable(
  'deliveries',
  (now) => (eb) =>
    eb.or([
      eb('next_attempt_at', '<=', now),
      eb.and([eb('attempts', '=', 0), eb('next_attempt_at', '<=', now + gatherMilliseconds)]),
    ]),
);

/**
 * Kinds that may have messages to send: built-in ones, those of added channels, and those of deleted channels with
 * waiting deliveries.
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
    // True for all pending rows; it lets the databases use the index of channels, in which these are few.
    .where('sent_at', 'is', null)
    .execute();
  for (const { channel } of left) used.add(channel);
  return used;
}

/**
 * Makes all pending rows due after a backward clock change: otherwise they would wait for their time again. Steps and
 * reminders keep their distance from the alert, because a wrong clock must not notify people too early.
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
 * Messages of a channel sent since a time, oldest first, and deliveries that are being sent (with null as `sent_at`),
 * `except` some. Each message is represented by its most urgent delivery, which is not folded. One statement for
 * both: between two, a message could be finished and be in neither.
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
    // True for all pending rows; it lets SQLite use the index.
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

/** Prefix of the reason of a delivery that was sent in another alert's message. */
const foldedStart = 'folded into alert ';
/** The reason of a delivery that was sent in another alert's message. */
export const foldedReason = (alertId: number): string => `${foldedStart}${alertId}`;

/** The reason of a problem's delivery that was not sent before the end, while the delivery of the end waits. */
const overReason = 'over before it was sent: its end says both';

/** The end of a problem, and its recipient. */
type End = Pick<WaitingDelivery, 'ends_alert_id' | 'channel_id' | 'recipient'>;
const keyOfEnd = ({ ends_alert_id, channel_id, recipient }: End): string =>
  `${ends_alert_id} ${channel_id} ${recipient}`;

/**
 * Leaves unsent deliveries of problems to those of their `ends`, which are sent now to the same recipients. Returns
 * the ids that no longer wait. Deliveries that are being sent stay.
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

/** The `ends` to which the delivery of their problem was left. */
export async function readEndsOfUnsent<One extends End>(
  db: Database,
  kind: DeliveryChannel,
  ends: readonly One[],
): Promise<One[]> {
  const left = await readOfProblems(db, kind, ends, isLeft);
  const keys = new Set(left.map(keyOfEnd));
  return ends.filter((end) => keys.has(keyOfEnd(end)));
}

/** Marks deliveries left to `ends` as sent with them, in the message of an alert. */
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

/** Deliveries of the ended problems to the recipients of the ends. */
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
