import { channelNames } from '@upvigil/core/contract/names/channels';
import { hourMs } from '@upvigil/core/time';
import { nextAttemptAt } from '../sending/backoff.ts';
import { readPauses } from '../sending/provider-pauses.ts';
import { idsOf } from './outbox-table.ts';
import { freeAt, isFull, type MessageLimit, paceMilliseconds } from './pace.ts';
import {
  type Batch,
  type ClaimedBatch,
  type OutboxContext,
  type OutboxRow,
  providerDestinationOf,
  type Queue,
} from './queue.ts';
import { type RecentMessages, readRecentMessages } from './recent-messages.ts';

/** A lease outlasts the attempt by this, to leave time for storing the result. */
const leaseMarginMilliseconds = 30_000;

/** Leases as many rows as one message holds. Returns null when nothing may be sent now. */
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
  // Concurrent claims see leased rows only, so limits are checked after leasing.
  const ids = idsOf(claimed.rows);
  const since = now - (channel.hourlyLimit !== null ? hourMs : paceMilliseconds);
  const recent = await readRecentMessages(db, channel, { since, now, except: { table: table.name, ids } });
  const holds = await readPauses(db, [providerDestinationOf(claimed)], now);
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
  return { ...claimed, throttledUntil: cap.throttledUntil };
}

/** The effect of the hourly cap on the next message. Times in milliseconds since the epoch. */
interface Cap {
  /** When the next message may go; null when one may go now, or could if others were not sending. */
  freeAt: number | null;
  /** Whether others are sending and may use up the cap: this is known when they are done. */
  isTaken: boolean;
  /** On the last message before the cap: until when further ones wait. */
  throttledUntil: number | null;
}

/** `most`: messages in an hour; null for no cap. `recent`: those of the last hour. */
function evaluateCap(most: number | null, recent: RecentMessages, now: number): Cap {
  if (most === null) return { freeAt: null, isTaken: false, throttledUntil: null };
  const limit: MessageLimit = { most, milliseconds: hourMs };
  const sent = recent.sent();
  const all = recent.all();
  return {
    freeAt: isFull(limit, sent, now) ? freeAt(limit, sent, now) : null,
    isTaken: all.length > sent.length && all.length >= most - 1,
    throttledUntil: sent.length === most - 1 ? (sent[0] ?? now) + hourMs : null,
  };
}

/** Defers rows until the cap allows them, and gives up those that would wait more than a day. */
async function throttle<Row extends OutboxRow>(
  { db, owner }: OutboxContext,
  { table }: Pick<Queue<Row, Row>, 'table'>,
  { channel, rows }: Batch<Row>,
  until: number,
): Promise<void> {
  const overdue = rows.filter((row) => nextAttemptAt({ ...row, attempts: 0 }, until) === null);
  const waiting = rows.filter((row) => !overdue.includes(row));
  const reason = `throttled: ${channel.hourlyLimit} ${channelNames[channel.rules.name]} an hour at most`;
  const common = { reason, isAttempt: false };
  await table.settle(db, idsOf(overdue), owner, { ...common, status: 'failed', next_attempt_at: null });
  await table.settle(db, idsOf(waiting), owner, { ...common, next_attempt_at: until });
}
