import { hourMs } from '@upvigil/core/time';
import { plannedReason } from '../../alerts/decide/decide-deliveries.ts';
import type { Database } from '../../storage/database.ts';
import type { DeliveryRow, MessageRow } from '../../storage/tables.ts';

/**
 * Older pending deliveries are not sent after a restore: a copy of an installation must not alarm people. A delivery
 * that the installation itself still defers, as in a long maintenance, stays deferred.
 */
const stillToSendMilliseconds = hourMs;
/** The reason shown for a delivery that is not sent because it was restored. */
export const restoredReason = 'restored from a backup';

/** Recent deliveries in the data that a restore replaces, by id. */
export interface KnownOutbox {
  deliveries: ReadonlyMap<number, DeliveryRow>;
  messages: ReadonlyMap<number, MessageRow>;
}

/**
 * Reads the deliveries that may be sent after a restore: recent and deferred ones. `now`: milliseconds since the
 * epoch.
 */
export async function readKnownOutbox(db: Database, now: number): Promise<KnownOutbox> {
  const since = now - stillToSendMilliseconds;
  const deliveries = await db
    .selectFrom('deliveries')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([eb('created_at', '>=', since), and([eb('status', '=', 'suppressed'), eb('next_attempt_at', '>', now)])]),
    )
    .execute();
  const messages = await db.selectFrom('messages').selectAll().where('created_at', '>=', since).execute();
  return { deliveries: byId(deliveries), messages: byId(messages) };
}

const byId = <Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/**
 * The state of an archived delivery after a restore. A sent message cannot be recalled, so a result that the replaced
 * data recorded since the backup takes precedence. Leases of the archive are dropped.
 */
export function restoredDelivery(archived: DeliveryRow, known: KnownOutbox['deliveries'], now: number): DeliveryRow {
  const row = { ...archived, lease_owner: null, lease_until: null };
  if (!mayBeSent(row)) return row;
  const since = known.get(row.id);
  const same = since !== undefined && isSame(archived, since) ? since : null;
  if (row.created_at >= now - stillToSendMilliseconds) return same ?? row;
  return same !== null && isDeferred(same) ? same : givenUp(row);
}

/** The same for other messages: drills, notices, reports. */
export function restoredMessage(archived: MessageRow, known: KnownOutbox['messages'], now: number): MessageRow {
  const row = { ...archived, lease_owner: null, lease_until: null };
  if (row.status !== 'pending') return row;
  if (row.created_at < now - stillToSendMilliseconds) {
    return { ...row, status: 'failed', reason: restoredReason, next_attempt_at: null };
  }
  const since = known.get(row.id);
  return since !== undefined && isSameMessage(archived, since) ? since : row;
}

const isSameMessage = (archived: MessageRow, since: MessageRow): boolean =>
  (['purpose', 'subject_id', 'channel', 'channel_id', 'recipient', 'content', 'created_at'] as const).every(
    (column) => since[column] === archived[column],
  );

/** Whether it is due, waits for a retry, or is deferred. */
const mayBeSent = ({ status, next_attempt_at }: DeliveryRow): boolean =>
  status === 'pending' || isDeferred({ status, next_attempt_at });

const isDeferred = ({ status, next_attempt_at }: Pick<DeliveryRow, 'status' | 'next_attempt_at'>): boolean =>
  status === 'suppressed' && next_attempt_at !== null;

const givenUp = (row: DeliveryRow): DeliveryRow =>
  row.status === 'pending'
    ? { ...row, status: 'failed', reason: restoredReason, next_attempt_at: null }
    : { ...row, next_attempt_at: null };

/**
 * Whether both are the same delivery, because another installation may use the same ids. Deferred deliveries and
 * those of a later step get a new time, so a later time matches too.
 */
function isSame(archived: DeliveryRow, since: DeliveryRow): boolean {
  const isForLater = archived.status === 'suppressed' || archived.reason === plannedReason;
  const isSameOrRevived =
    since.created_at === archived.created_at || (isForLater && since.created_at >= (archived.next_attempt_at ?? 0));
  return (
    isSameOrRevived &&
    since.alert_id === archived.alert_id &&
    since.channel === archived.channel &&
    since.recipient === archived.recipient
  );
}
