import { createHash } from 'node:crypto';
import { type DeliveryChannel, keyOfDelivery } from '@upvigil/core/contract/names/channels';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import type { Channel, Destination, MessageExtras, SendResult } from '../channel.ts';
import type { AcknowledgeLinkOf } from '../message/acknowledge-link.ts';
import { attemptToSend, persistently, startDeadline } from '../sending/attempt.ts';
import { askedPause, gaveUpReason, nextAttemptAt } from '../sending/backoff.ts';
import { recordResult } from '../sending/channel-states.ts';
import { isGone, switchOffGone } from '../sending/gone-channel.ts';
import { holdPlace } from '../sending/holds.ts';
import { foldedReason, idsOf, insertRetries, settle, settleLeft } from './outbox-store.ts';
import { sendInParts } from './send-in-parts.ts';
import { type DeliveryGroup, type HeldGroup, type TakeOptions, takeGroup } from './take-group.ts';
import { byUrgency } from './urgency.ts';
import type { WaitingDelivery } from './waiting-store.ts';

/** What the outbox needs of a logger; pino's fits. */
export interface OutboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SenderOptions extends TakeOptions {
  log: OutboxLog;
  changes: Pick<ChangeFeed, 'publish'>;
  /** The id of this installation. */
  installation: () => Promise<string>;
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
    let written: SendResult | null = null;
    try {
      await sendInParts(held, {
        send: (part) => attempt(options, channel, group.destination, part, signal),
        async write({ deliveries }, result) {
          // Parts that were not sent get the result of the one before them: that was one message.
          const isMessage = result !== written && !options.stopping.aborted;
          const sent = { channel, key: group.destination.key, deliveries, isMessage };
          await persistently(options.clock, (now) => writeResult(options, sent, result, now));
          written = result;
          if (isGone(result)) options.changes.publish({ is_structural: true, has_deliveries: true });
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
    const installation = await options.installation();
    const extras: MessageExtras = { publicUrl, heldBackUntil, messageId, installation, acknowledgeUrl };
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

/** What one message was about. */
interface SentPart {
  channel: Channel;
  /** Of its destination. */
  key: string;
  deliveries: readonly WaitingDelivery[];
  /** Whether it counts as a message of the channel. */
  isMessage: boolean;
}

async function writeResult(
  { db, owner }: SenderOptions,
  part: SentPart,
  result: SendResult,
  now: number,
): Promise<void> {
  const { channel, deliveries } = part;
  await db.transaction().execute(async (trx) => {
    await writeOutcome(trx, channel, deliveries, result, { owner, now });
    const [first] = deliveries;
    if (!first || !part.isMessage) return;
    const { channel_id } = first;
    const place = { channel: channel.rules.name, channel_id, key: part.key };
    await recordResult(trx, keyOfDelivery(place), result, now);
    if (isGone(result)) await switchOffGone(trx, channel_id, result, now);
    const asked = result.outcome === 'retry' ? askedPause(result.retryAfterSeconds ?? 0) : 0;
    if (asked > 0) await holdPlace(trx, place, now + asked, now);
  });
}

async function writeOutcome(
  trx: Database,
  channel: Channel,
  deliveries: readonly WaitingDelivery[],
  result: SendResult,
  writing: Writing,
): Promise<void> {
  if (result.outcome === 'sent') return writeSent(trx, channel, deliveries, result, writing);
  if (result.outcome === 'retry') return writeRetry(trx, deliveries, result, writing);
  const failed = { status: 'failed', reason: result.reason, next_attempt_at: null } as const;
  await settle(trx, idsOf(deliveries), writing.owner, { ...failed, isAttempt: true });
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
  // By the most urgent one it shows later whether the message counts as one of an outage.
  const [first, ...folded] = [...deliveries].sort(byUrgency);
  if (!first) return;
  const sent = { status: 'sent', sent_at: now, next_attempt_at: null, isAttempt: true } as const;
  await settle(db, [first.id], owner, { ...sent, reason: result.reason });
  await settle(db, idsOf(folded), owner, { ...sent, reason: foldedReason(first.alert_id) });
  await settleLeft(db, channel.rules.name, deliveries, { alertId: first.alert_id, now });
  const next = result.retryFor && nextAttemptAt({ ...first, attempts: first.attempts + 1 }, now);
  if (!result.retryFor || !next) return;
  await insertRetries(db, deliveries, channel.rules.name, { ...result.retryFor, nextAttemptAt: next });
}

/** Some deliveries of a message may have failed more often than others, so there is one statement for each next attempt. */
async function writeRetry(
  db: Database,
  deliveries: readonly WaitingDelivery[],
  { reason, retryAfterSeconds }: Extract<SendResult, { outcome: 'retry' }>,
  { owner, now }: Writing,
): Promise<void> {
  const plans = new Map<string, { ids: number[]; next: number | null }>();
  for (const { id, attempts, created_at } of deliveries) {
    const next = nextAttemptAt({ attempts: attempts + 1, created_at }, now, retryAfterSeconds);
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
