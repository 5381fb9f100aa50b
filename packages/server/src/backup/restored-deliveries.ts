import type { Database } from '../storage/database.ts';
import type { DeliveryRow } from '../storage/tables.ts';

/** A delivery that waits longer than this is not sent after a restore: a copy of an installation must not call people. */
const stillToSendMilliseconds = 3_600_000;
export const restoredReason = 'restored from a backup';

/** The deliveries of the data that a restore replaces, by id, as far as one of an archive may be among them. */
export type KnownDeliveries = ReadonlyMap<number, DeliveryRow>;

/** Those that are young enough for an archive's to be sent still. */
export async function readKnownDeliveries(db: Database, now: number): Promise<KnownDeliveries> {
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('created_at', '>=', now - stillToSendMilliseconds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A delivery of an archive as it is to be stored. What was sent belongs to the world and not to the backup: where the
 * replaced data knows what became of it since, that holds. No process that had taken one in the archive has it now.
 */
export function restoredDelivery(archived: DeliveryRow, known: KnownDeliveries, now: number): DeliveryRow {
  const row = { ...archived, lease_owner: null, lease_until: null };
  if (!mayBeSent(row)) return row;
  if (row.created_at < now - stillToSendMilliseconds) return givenUp(row);
  const since = known.get(row.id);
  return since !== undefined && isSame(archived, since) ? since : row;
}

/** Waits to be sent, or for a cooldown to end. */
const mayBeSent = ({ status, next_attempt_at }: DeliveryRow): boolean =>
  status === 'pending' || (status === 'suppressed' && next_attempt_at !== null);

const givenUp = (row: DeliveryRow): DeliveryRow =>
  row.status === 'pending'
    ? { ...row, status: 'failed', reason: restoredReason, next_attempt_at: null }
    : { ...row, next_attempt_at: null };

/** Another installation may have given the same ids. What a cooldown kept back begins anew when it is told after all. */
function isSame(archived: DeliveryRow, since: DeliveryRow): boolean {
  const isSameOrRevived =
    since.created_at === archived.created_at ||
    (archived.status === 'suppressed' && since.created_at >= (archived.next_attempt_at ?? 0));
  return (
    isSameOrRevived &&
    since.alert_id === archived.alert_id &&
    since.channel === archived.channel &&
    since.recipient === archived.recipient
  );
}
