import { createHash } from 'node:crypto';
import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import type { Database } from '../../storage/database.ts';
import type { Channel, Destination, MessageExtras, SendResult } from '../channel.ts';
import type { AcknowledgeLinkOf } from '../message/acknowledge-link.ts';
import { attemptToSend, persistently, startDeadline } from '../sending/attempt.ts';
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
  /** Without it, no message has a link to acknowledge. */
  acknowledgeLinkOf?: AcknowledgeLinkOf;
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
        send: (part) => attempt(options, channel, group.destination, part, signal),
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

async function attempt(
  options: SenderOptions,
  { rules }: Channel,
  destination: Destination,
  part: HeldGroup,
  deadline: AbortSignal,
): Promise<SendResult> {
  const { contents, deliveries, heldBackUntil } = part;
  const publicUrl = options.publicUrl();
  const messageId = messageIdOf(deliveries);
  const send = async (signal: AbortSignal): Promise<SendResult> => {
    const acknowledgePath = await acknowledgePathOf(options, rules.name, messageId, deliveries);
    const acknowledgeUrl = acknowledgePath === null ? null : publicUrl + acknowledgePath;
    const extras: MessageExtras = { publicUrl, heldBackUntil, messageId, installation: '', acknowledgeUrl };
    return destination.send(contents, extras, signal);
  };
  return attemptToSend(send, deadline, options.log);
}

/** A message is not held up by a link that cannot be made: it goes without. */
async function acknowledgePathOf(
  { acknowledgeLinkOf, log }: SenderOptions,
  channel: DeliveryChannel,
  messageId: string,
  deliveries: readonly WaitingDelivery[],
): Promise<string | null> {
  const [first] = deliveries;
  if (!first || !acknowledgeLinkOf) return null;
  const { channel_id, recipient } = first;
  const alertIds = [...new Set(deliveries.map(({ alert_id }) => alert_id))];
  try {
    return await acknowledgeLinkOf({ messageId, alertIds, channel, channel_id, recipient });
  } catch (error) {
    log.error({ err: error }, 'a link to acknowledge could not be made');
    return null;
  }
}

/** A hash of the deliveries named, in any order. */
export function messageIdOf(deliveries: readonly Pick<WaitingDelivery, 'id'>[]): string {
  const ids = idsOf(deliveries).sort((a, b) => a - b);
  return `msg_${createHash('sha256').update(ids.join(',')).digest('base64url').slice(0, 27)}`;
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
