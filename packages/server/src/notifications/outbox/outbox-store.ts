import type { DeliveryChannel } from '@upvigil/core/channel-kinds/registry';
import type { Database } from '../../storage/database.ts';
import type { DeliveryRow } from '../../storage/tables.ts';
import type { WaitingDelivery } from './waiting-store.ts';

export const idsOf = (deliveries: readonly Pick<WaitingDelivery, 'id'>[]): number[] => deliveries.map(({ id }) => id);

/** Who sends, and until when that holds without a word from it. Milliseconds since the epoch. */
export interface Lease {
  owner: string;
  until: number;
}

/** When the next delivery of a channel is due after now, or is to be looked at after its cooldown; null for never. */
export async function readNextDue(db: Database, channel: DeliveryChannel, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min('next_attempt_at').as('next'))
    .where('status', 'in', ['pending', 'suppressed'])
    .where('next_attempt_at', '>', now)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row?.next ?? null;
}

/** Takes deliveries for one sender. Returns the ids it got: another process may have been faster. */
export async function claim(
  db: Database,
  ids: readonly number[],
  { owner, until }: Lease,
  now: number,
): Promise<Set<number>> {
  const rows = await db
    .updateTable('deliveries')
    .set({ lease_owner: owner, lease_until: until })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Frees what a process that is gone had taken. Only where no other process can be sending. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ lease_owner: null, lease_until: null })
    .where('status', '=', 'pending')
    .where('lease_owner', 'is not', null)
    .execute();
}

/** What is written of deliveries that one attempt settled. */
export type Settlement = Partial<Pick<DeliveryRow, 'status' | 'reason' | 'next_attempt_at' | 'sent_at'>> & {
  /** The attempt counts. */
  isAttempt: boolean;
};

/**
 * Writes what came of deliveries and frees them, if the sender still holds them. While the statement waited, a restore
 * may have written the rows anew: PostgreSQL passes those over, and a second statement finds them.
 */
export async function settle(
  db: Database,
  ids: readonly number[],
  owner: string,
  settlement: Settlement,
): Promise<void> {
  const settled = await settleHeld(db, ids, owner, settlement);
  if (settled < ids.length) await settleHeld(db, ids, owner, settlement);
}

async function settleHeld(
  db: Database,
  ids: readonly number[],
  owner: string,
  { isAttempt, ...values }: Settlement,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set((eb) => ({
      ...values,
      lease_owner: null,
      lease_until: null,
      attempts: isAttempt ? eb('attempts', '+', 1) : eb.ref('attempts'),
    }))
    .where('id', 'in', ids)
    .where('lease_owner', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Adds deliveries for recipients of a message who may take it later. */
export async function insertRetries(
  db: Database,
  deliveries: readonly WaitingDelivery[],
  channel: DeliveryChannel,
  retry: { recipient: string; reason: string; nextAttemptAt: number },
): Promise<void> {
  await db
    .insertInto('deliveries')
    .values(
      deliveries.map(({ alert_id, attempts, created_at }) => ({
        alert_id,
        channel,
        recipient: retry.recipient,
        status: 'pending' as const,
        reason: retry.reason,
        attempts: attempts + 1,
        created_at,
        next_attempt_at: retry.nextAttemptAt,
        sent_at: null,
        lease_owner: null,
        lease_until: null,
      })),
    )
    .execute();
}

/** Makes due what the clock moved away from when it was set back; otherwise it would wait for the time to come again. */
export async function makeAllDue(db: Database, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .execute();
}

/**
 * Messages of a channel sent since a moment, oldest first (what was folded into another one was no message; the one
 * that was not is the most urgent of its message), and all deliveries that other processes than `owner` are sending,
 * without `sent_at`. In one statement: between two, a message could pass from the one to the other unseen.
 */
export async function readRecent(
  db: Database,
  channel: DeliveryChannel,
  { since, now, owner }: { since: number; now: number; owner: string },
) {
  const ofChannel = db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .select(['d.recipient', 'a.website_id', 'a.alert_type', 'd.sent_at', 'd.lease_owner as sender'])
    .where('d.channel', '=', channel);
  const beingSent = ofChannel
    .where('d.status', '=', 'pending')
    // All pending ones have a next attempt; to say so is what makes SQLite find them by the index.
    .where('d.next_attempt_at', '>', 0)
    .where('d.lease_until', '>=', now)
    .where('d.lease_owner', '!=', owner);
  return ofChannel
    .where('d.sent_at', '>', since)
    .where('d.sent_at', '<=', now)
    .where((eb) => eb.or([eb('d.reason', 'is', null), eb('d.reason', 'not like', `${foldedStart}%`)]))
    .unionAll(beingSent)
    .orderBy('sent_at')
    .execute();
}

const foldedStart = 'folded into alert ';
/** The ledger's words for a delivery that went out in the message of another alert. */
export const foldedReason = (alertId: number): string => `${foldedStart}${alertId}`;
