import { channelNames } from '@upvigil/core/contract/names/channels';
import { hourMs } from '@upvigil/core/time';
import { nextAttemptAt } from '../sending/backoff.ts';
import { idsOf } from './outbox-table.ts';
import { freeAt, isFull, type MessageLimit } from './pace.ts';
import type { Batch, OutboxContext, OutboxRow, Queue } from './queue.ts';
import type { RecentMessages } from './recent-messages.ts';

/** What the hourly cap means for the next message. Times in milliseconds since the epoch. */
export interface Cap {
  /** When one may go again; null when one may go now, or could if others were not sending. */
  freeAt: number | null;
  /** Whether others are sending, and the next one may be the last or too many: that shows when they are done. */
  isTaken: boolean;
  /** On the last one that may go: until when more are held back. */
  heldBackUntil: number | null;
}

/** `most`: messages in an hour; null for no cap. `recent`: of the last hour. */
export function evaluateCap(most: number | null, recent: RecentMessages, now: number): Cap {
  if (most === null) return { freeAt: null, isTaken: false, heldBackUntil: null };
  const limit: MessageLimit = { most, milliseconds: hourMs };
  const sent = recent.sent();
  const all = recent.all();
  return {
    freeAt: isFull(limit, sent, now) ? freeAt(limit, sent, now) : null,
    isTaken: all.length > sent.length && all.length >= most - 1,
    heldBackUntil: sent.length === most - 1 ? (sent[0] ?? now) + hourMs : null,
  };
}

/** Defers rows until the cap lets them go, and gives up those that would have waited for more than a day. */
export async function throttle<Row extends OutboxRow>(
  { db, owner }: OutboxContext,
  { table }: Pick<Queue<Row, Row>, 'table'>,
  { channel, rows }: Batch<Row>,
  until: number,
): Promise<void> {
  const overdue = rows.filter((row) => nextAttemptAt({ ...row, attempts: 0 }, until) === null);
  const waiting = rows.filter((row) => !overdue.includes(row));
  const reason = `held back: ${channel.hourlyLimit} ${channelNames[channel.rules.name]} an hour at most`;
  const common = { reason, isAttempt: false };
  await table.settle(db, idsOf(overdue), owner, { ...common, status: 'failed', next_attempt_at: null });
  await table.settle(db, idsOf(waiting), owner, { ...common, next_attempt_at: until });
}
