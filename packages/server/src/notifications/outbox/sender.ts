import { createHash } from 'node:crypto';
import { type Clock, pause } from '../../clock.ts';
import type { Database } from '../../storage/database.ts';
import type { Channel, Destination, MessageExtras, SendResult } from '../channel.ts';
import { SendAbortedError } from '../failure-reason.ts';
import { gaveUpReason, nextAttemptAt } from './backoff.ts';
import { foldedReason, idsOf, insertRetries, settle } from './outbox-store.ts';
import { sendInParts } from './send-in-parts.ts';
import { type DeliveryGroup, type HeldGroup, type TakeOptions, takeGroup } from './take-group.ts';
import type { WaitingDelivery } from './waiting-store.ts';

/** What the outbox needs of a logger; pino's fits. */
export interface OutboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SenderOptions extends TakeOptions {
  log: OutboxLog;
  /** The server's public address, without a slash at the end. */
  publicUrl: () => string;
  /** Aborted when the program stops and will not wait any longer. */
  stopping: AbortSignal;
}

/** Sends one group and stores the result. Resolves with false when nothing of it may be sent now. */
export type Sender = (channel: Channel, group: DeliveryGroup) => Promise<boolean>;

export function createSender(options: SenderOptions): Sender {
  return async (channel, group) => {
    const held = await takeGroup(options, channel, group);
    if (held === null) return false;
    const { signal, end } = startDeadline(options);
    try {
      await sendInParts(held, {
        send: (part) => attempt(options, group.destination, part, signal),
        async write({ deliveries }, result) {
          await persistently(options.clock, () => writeResult(options, channel, deliveries, result));
          logResult(options, channel, deliveries, result);
        },
      });
      return true;
    } finally {
      end();
    }
  };
}

/** One deadline for all parts of a group together, because they have one lease. */
function startDeadline({ clock, sendDeadlineMilliseconds, stopping }: SenderOptions) {
  const deadline = new AbortController();
  const end = clock.after(sendDeadlineMilliseconds, () => {
    deadline.abort(new SendAbortedError(`no answer within ${sendDeadlineMilliseconds / 1000} s`));
  });
  return { signal: AbortSignal.any([deadline.signal, stopping]), end };
}

/** Sends one message. Ends at the deadline even when the channel ignores the signal. */
async function attempt(
  { publicUrl, log }: SenderOptions,
  destination: Destination,
  { contents, deliveries, heldBackUntil }: HeldGroup,
  deadline: AbortSignal,
): Promise<SendResult> {
  // A signal for this attempt only, so that its listeners are freed with it.
  const signal = AbortSignal.any([deadline]);
  const extras: MessageExtras = {
    ...{ publicUrl: publicUrl(), heldBackUntil, messageId: messageIdOf(deliveries), installation: '' },
    acknowledgeUrl: null,
  };
  try {
    return await Promise.race([destination.send(contents, extras, signal), whenAborted(signal)]);
  } catch (error) {
    // Channels return expected failures as values, so this is a bug. The alert must not be lost for it.
    log.error({ err: error }, 'a channel failed unexpectedly');
    return { outcome: 'retry', reason: 'internal error' };
  }
}

/** A hash of the deliveries named, in any order. */
export function messageIdOf(deliveries: readonly Pick<WaitingDelivery, 'id'>[]): string {
  const ids = idsOf(deliveries).sort((a, b) => a - b);
  return `msg_${createHash('sha256').update(ids.join(',')).digest('base64url').slice(0, 27)}`;
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

/** A sent message that is not stored as sent would be sent again, so a failing write is tried several times. */
async function persistently(clock: Clock, write: () => Promise<void>): Promise<void> {
  for (let left = markAttempts - 1; left > 0; left--) {
    try {
      return await write();
    } catch {
      await pause(clock, markPauseMilliseconds);
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

/** Some deliveries of a message may have failed more often than others, so there is one statement for each next attempt. */
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
