import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database.ts';
import { gaveUpReason, nextAttemptAt } from './backoff.ts';
import type { Channel, Destination, SendResult } from './channel.ts';
import { SendAbortedError } from './failure-reason.ts';
import type { Notice } from './notice.ts';
import { readNotices } from './notice-store.ts';
import { claim, foldedReason, insertRetries, readSentTimes, settle, type WaitingDelivery } from './outbox-store.ts';

/** What the outbox needs of a logger; pino's fits. */
export interface OutboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SenderOptions {
  db: Database;
  clock: Clock;
  log: OutboxLog;
  /** The server's public address, without a slash at the end. */
  publicUrl: () => string;
  smsHourlyLimit: number;
  /** What one attempt may take. */
  sendDeadlineMilliseconds: number;
  /** Names this process on leases. */
  owner: string;
  /** Aborted when the program stops and will not wait any longer. */
  stopping: AbortSignal;
}

/** Deliveries that go to one place in one message. */
export interface DeliveryGroup {
  destination: Destination;
  /** In the order in which their alerts were raised. */
  deliveries: WaitingDelivery[];
}

const hour = 3_600_000;
/** A lease outlives the attempt by this, so that marking it has time too. */
const leaseMargin = 30_000;

/** Sends one group and writes what came of it. Answers whether a message went out. */
export type Sender = (channel: Channel, group: DeliveryGroup) => Promise<boolean>;

export function createSender(options: SenderOptions): Sender {
  return async (channel, group) => {
    const held = await takeGroup(options, channel, group);
    if (held === null) return false;
    const result = await attempt(options, group.destination, held);
    await persistently(() => writeResult(options, channel, held.deliveries, result));
    logResult(options, channel, held.deliveries, result);
    return result.outcome === 'sent';
  };
}

/** Deliveries that are ours to send, with what is to be said of them. */
interface HeldGroup {
  deliveries: WaitingDelivery[];
  notices: Notice[];
  heldBackUntil: number | null;
}

/** Claims as many as one message can name. Null when there is nothing to send now. */
async function takeGroup(
  { db, clock, owner, smsHourlyLimit, sendDeadlineMilliseconds }: SenderOptions,
  channel: Channel,
  { destination, deliveries }: DeliveryGroup,
): Promise<HeldGroup | null> {
  const now = clock.now();
  const noticesById = await readNotices(db, [...new Set(deliveries.map(({ alert_id }) => alert_id))]);
  const told = deliveries.flatMap((delivery) => {
    const notice = noticesById.get(delivery.alert_id);
    return notice ? [{ delivery, notice }] : [];
  });
  const fitting = told.slice(0, destination.capacity(told.map(({ notice }) => notice)));
  if (fitting.length === 0) return null;
  const lease = { owner, until: now + sendDeadlineMilliseconds + leaseMargin };
  const claimed = await claim(
    db,
    fitting.map(({ delivery }) => delivery.id),
    lease,
    now,
  );
  const ours = fitting.filter(({ delivery }) => claimed.has(delivery.id));
  if (ours.length === 0) return null;
  const held = { deliveries: ours.map(({ delivery }) => delivery), notices: ours.map(({ notice }) => notice) };
  if (!channel.isCapped) return { ...held, heldBackUntil: null };
  const cap = await smsCap(db, channel, smsHourlyLimit, now);
  if (!cap.isReached) return { ...held, heldBackUntil: cap.heldBackUntil };
  await holdBack(db, held.deliveries, owner, cap.freeAt, smsHourlyLimit);
  return null;
}

type Cap = { isReached: true; freeAt: number } | { isReached: false; heldBackUntil: number | null };

/** Whether another message may go out within the hour; the last one that may has to say until when more are held back. */
async function smsCap(db: Database, { rules }: Channel, hourlyLimit: number, now: number): Promise<Cap> {
  const sent = await readSentTimes(db, rules.name, { since: now - hour, until: now });
  const freeAt = (sent[Math.max(0, sent.length - hourlyLimit)] ?? now) + hour;
  if (sent.length >= hourlyLimit) return { isReached: true, freeAt };
  return { isReached: false, heldBackUntil: sent.length === hourlyLimit - 1 ? freeAt : null };
}

async function holdBack(
  db: Database,
  deliveries: readonly WaitingDelivery[],
  owner: string,
  freeAt: number,
  hourlyLimit: number,
): Promise<void> {
  const overdue = deliveries.filter((delivery) => nextAttemptAt({ ...delivery, attempts: 0 }, freeAt) === null);
  const waiting = deliveries.filter((delivery) => !overdue.includes(delivery));
  const reason = `held back: ${hourlyLimit} SMS an hour at most`;
  const common = { reason, isAttempt: false };
  await settle(db, idsOf(overdue), owner, { ...common, status: 'failed', next_attempt_at: null });
  await settle(db, idsOf(waiting), owner, { ...common, next_attempt_at: freeAt });
}

/** One attempt under a deadline. A channel that does not hear the signal is not waited for. */
async function attempt(
  { publicUrl, sendDeadlineMilliseconds, stopping, log }: SenderOptions,
  destination: Destination,
  { notices, heldBackUntil }: HeldGroup,
): Promise<SendResult> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort(new SendAbortedError(`no answer within ${sendDeadlineMilliseconds / 1000} s`));
  }, sendDeadlineMilliseconds);
  const signal = AbortSignal.any([deadline.signal, stopping]);
  const extras = { publicUrl: publicUrl(), heldBackUntil };
  try {
    return await Promise.race([destination.send(notices, extras, signal), whenAborted(signal)]);
  } catch (error) {
    // Channels answer expected failures as values, so this is a bug; the alert must not be lost for it.
    log.error({ err: error }, 'a channel failed unexpectedly');
    return { outcome: 'retry', reason: 'internal error' };
  } finally {
    clearTimeout(timer);
  }
}

function whenAborted(signal: AbortSignal): Promise<SendResult> {
  return new Promise((resolve) => {
    const give = (): void => resolve({ outcome: 'retry', reason: String((signal.reason as Error).message) });
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}

async function writeResult(
  { db, clock, owner }: SenderOptions,
  channel: Channel,
  deliveries: readonly WaitingDelivery[],
  result: SendResult,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (result.outcome === 'sent') return writeSent(trx, channel, deliveries, result, { owner, now });
    if (result.outcome === 'give-up') {
      const failed = { status: 'failed', reason: result.reason, next_attempt_at: null } as const;
      return settle(trx, idsOf(deliveries), owner, { ...failed, isAttempt: true });
    }
    return writeRetry(trx, deliveries, result.reason, { owner, now });
  });
}

const markAttempts = 5;
const markPauseMilliseconds = 1_000;

/** What was sent and is not marked would be sent again, so a database that stumbles gets a few chances. */
async function persistently(write: () => Promise<void>): Promise<void> {
  for (let left = markAttempts - 1; left > 0; left--) {
    try {
      return await write();
    } catch {
      await pause(markPauseMilliseconds);
    }
  }
  await write();
}

interface Writing {
  owner: string;
  now: number;
}

async function writeSent(
  db: Database,
  channel: Channel,
  deliveries: readonly WaitingDelivery[],
  result: Extract<SendResult, { outcome: 'sent' }>,
  { owner, now }: Writing,
): Promise<void> {
  const [first, ...folded] = deliveries;
  if (!first) return;
  const sent = { status: 'sent', sent_at: now, next_attempt_at: null, isAttempt: true } as const;
  await settle(db, [first.id], owner, { ...sent, reason: result.reason });
  await settle(db, idsOf(folded), owner, { ...sent, reason: foldedReason(first.alert_id) });
  const next = result.retryFor && nextAttemptAt({ ...first, attempts: first.attempts + 1 }, now);
  if (!result.retryFor || !next) return;
  await insertRetries(db, deliveries, channel.rules.name, { ...result.retryFor, nextAttemptAt: next });
}

/** Deliveries of one message may have failed before, some more often than others: one statement for each number. */
async function writeRetry(
  db: Database,
  deliveries: readonly WaitingDelivery[],
  reason: string,
  { owner, now }: Writing,
): Promise<void> {
  const plans = new Map<string, { ids: number[]; next: number | null }>();
  for (const { id, attempts, created_at } of deliveries) {
    const next = nextAttemptAt({ attempts: attempts + 1, created_at }, now);
    const plan = plans.get(String(next)) ?? { ids: [], next };
    plans.set(String(next), plan);
    plan.ids.push(id);
  }
  for (const { ids, next } of plans.values()) {
    const outcome = next === null ? ({ status: 'failed', reason: gaveUpReason(reason) } as const) : { reason };
    await settle(db, ids, owner, { ...outcome, next_attempt_at: next, isAttempt: true });
  }
}

function logResult(
  { log }: SenderOptions,
  { rules }: Channel,
  deliveries: readonly WaitingDelivery[],
  { outcome, reason }: SendResult,
): void {
  const fields = { channel: rules.name, alerts: deliveries.length, alert_id: deliveries[0]?.alert_id, reason };
  if (outcome === 'sent') log.info(fields, 'notification sent');
  else log.warn(fields, outcome === 'retry' ? 'notification failed, to be tried again' : 'notification refused');
}

const idsOf = (deliveries: readonly WaitingDelivery[]): number[] => deliveries.map(({ id }) => id);
