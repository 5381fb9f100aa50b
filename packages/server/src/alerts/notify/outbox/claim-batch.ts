import { hourMs } from '@upvigil/core/time';
import { readHolds } from '../sending/holds.ts';
import { evaluateCap, throttle } from './hourly-cap.ts';
import { idsOf } from './outbox-table.ts';
import { paceMilliseconds } from './pace.ts';
import { type Batch, type ClaimedBatch, type OutboxContext, type OutboxRow, placeOf, type Queue } from './queue.ts';
import { readRecentMessages } from './recent-messages.ts';

/** A lease is this much longer than the attempt, so that there is time to store the result. */
const leaseMarginMilliseconds = 30_000;

/** Leases as many rows as one message holds. Resolves with null when nothing may be sent now. */
export async function claimBatch<Waiting extends OutboxRow, Claimed extends Waiting>(
  context: OutboxContext,
  queue: Queue<Waiting, Claimed>,
  batch: Batch<Waiting>,
): Promise<ClaimedBatch<Claimed> | null> {
  const { db, clock, owner } = context;
  const { channel } = batch;
  const { table } = queue;
  const now = clock.now();
  const until = now + context.sendDeadlineMilliseconds + leaseMarginMilliseconds;
  const claimed = { ...batch, rows: await queue.claim(batch, { owner, until }, now) };
  if (claimed.rows.length === 0) return null;
  // Other messages that are prepared see only leased rows, so limits are checked after leasing.
  const ids = idsOf(claimed.rows);
  const since = now - (channel.hourlyLimit !== null ? hourMs : paceMilliseconds);
  const recent = await readRecentMessages(db, channel, { since, now, except: { table: table.name, ids } });
  const holds = await readHolds(db, [placeOf(claimed)], now);
  const readyAt = queue.readyAt?.(claimed, recent.all, now) ?? now;
  const cap = evaluateCap(channel.hourlyLimit, recent, now);
  if (cap.freeAt !== null) {
    await throttle(context, queue, claimed, cap.freeAt);
    return null;
  }
  if (holds.size > 0 || readyAt > now || cap.isTaken) {
    await table.settle(db, ids, owner, { isAttempt: false });
    return null;
  }
  return { ...claimed, heldBackUntil: cap.heldBackUntil };
}
