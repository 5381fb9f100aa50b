import { channelKinds } from '@upvigil/core/channel-kinds/registry';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../storage/database.ts';
import type { Channel, Destination } from '../channel.ts';
import type { AlertContent } from '../message/alert-content.ts';
import { readAlertContents } from '../message/alert-content-store.ts';
import { nextAttemptAt } from './backoff.ts';
import { claim, idsOf, settle } from './outbox-store.ts';
import { destinationLimit, freeAt, isFull, type MessageLimit } from './pace.ts';
import { type RecentMessages, readRecentMessages } from './recent-messages.ts';
import { byUrgency, inTurn, mostUrgent, type Urgency } from './urgency.ts';
import type { WaitingDelivery } from './waiting-store.ts';

export interface TakeOptions {
  db: Database;
  clock: Clock;
  /** How long one attempt may take. */
  sendDeadlineMilliseconds: number;
  /** The id of this process on leases. */
  owner: string;
}

/** Deliveries to one destination, which may share a message. */
export interface DeliveryGroup {
  destination: Destination;
  deliveries: WaitingDelivery[];
}

/** How urgent a message is, by those of its deliveries that are due. Others may go along without making it urgent. */
export const urgencyOfGroup = (deliveries: readonly WaitingDelivery[], now: number): Urgency =>
  mostUrgent(deliveries.filter((delivery) => isDue(delivery, now)));

export const isDue = ({ next_attempt_at }: WaitingDelivery, now: number): boolean =>
  next_attempt_at !== null && next_attempt_at <= now;

const hour = 3_600_000;
/** A lease is this much longer than the attempt, so that there is time to store the result. */
const leaseMarginMilliseconds = 30_000;

/** Deliveries that this process has leased, the most urgent first, with what the message says of each. */
export interface HeldGroup {
  deliveries: WaitingDelivery[];
  contents: AlertContent[];
  /** As in `MessageExtras`. */
  heldBackUntil: number | null;
}

/** Leases as many deliveries as one message can name. Resolves with null when nothing may be sent now. */
export async function takeGroup(
  options: TakeOptions,
  channel: Channel,
  group: DeliveryGroup,
): Promise<HeldGroup | null> {
  const { db, clock, owner } = options;
  const { hourlyLimit } = channel;
  const now = clock.now();
  const held = await claimGroup(options, group, now);
  if (held.deliveries.length === 0) return null;
  // Other processes see only leased deliveries, so limits are checked after leasing.
  const since = now - (hourlyLimit !== null ? hour : destinationLimit.milliseconds);
  const recent = await readRecentMessages(db, channel, { since, now, owner });
  const urgency = urgencyOfGroup(held.deliveries, now);
  const isTooSoon = isFull(destinationLimit, recent.all({ key: group.destination.key, urgency }), now);
  const cap = hourlyLimit === null ? null : capOf(recent, { most: hourlyLimit, milliseconds: hour }, now);
  if (cap?.freeAt) {
    await holdBack(db, channel, held.deliveries, owner, cap.freeAt);
    return null;
  }
  if (isTooSoon || cap?.isTaken) {
    await settle(db, idsOf(held.deliveries), owner, { isAttempt: false });
    return null;
  }
  return { ...held, heldBackUntil: cap?.heldBackUntil ?? null };
}

async function claimGroup(
  { db, owner, sendDeadlineMilliseconds }: TakeOptions,
  { destination, deliveries }: DeliveryGroup,
  now: number,
): Promise<Omit<HeldGroup, 'heldBackUntil'>> {
  const contentsById = await readAlertContents(db, [...new Set(deliveries.map(({ alert_id }) => alert_id))]);
  const told = inTurn(deliveries).flatMap((delivery) => {
    const content = contentsById.get(delivery.alert_id);
    return content ? [{ delivery, content }] : [];
  });
  const fitting = told.slice(0, destination.capacity(told.map(({ content }) => content)));
  const ids = idsOf(fitting.map(({ delivery }) => delivery));
  const lease = { owner, until: now + sendDeadlineMilliseconds + leaseMarginMilliseconds };
  const claimed = ids.length === 0 ? new Set() : await claim(db, ids, lease, now);
  const ours = fitting
    .filter(({ delivery }) => claimed.has(delivery.id))
    .sort((one, other) => byUrgency(one.delivery, other.delivery));
  return { deliveries: ours.map(({ delivery }) => delivery), contents: ours.map(({ content }) => content) };
}

/** What the hourly cap means for the next message. Times in milliseconds since the epoch. */
interface Cap {
  /** When one may go again; null when one may go now, or could if others were not sending. */
  freeAt: number | null;
  /** Whether others are sending, and the next one may be the last or too many: that shows when they are done. */
  isTaken: boolean;
  /** On the last one that may go: until when more are held back. */
  heldBackUntil: number | null;
}

function capOf(recent: RecentMessages, limit: MessageLimit, now: number): Cap {
  const [sent, all] = [recent.sent(), recent.all()];
  return {
    freeAt: isFull(limit, sent, now) ? freeAt(limit, sent, now) : null,
    isTaken: all.length > sent.length && all.length >= limit.most - 1,
    heldBackUntil: sent.length === limit.most - 1 ? (sent[0] ?? now) + limit.milliseconds : null,
  };
}

async function holdBack(
  db: Database,
  { hourlyLimit, rules }: Channel,
  deliveries: readonly WaitingDelivery[],
  owner: string,
  freeAt: number,
): Promise<void> {
  const overdue = deliveries.filter((delivery) => nextAttemptAt({ ...delivery, attempts: 0 }, freeAt) === null);
  const waiting = deliveries.filter((delivery) => !overdue.includes(delivery));
  const reason = `held back: ${hourlyLimit} ${channelKinds[rules.name].label} an hour at most`;
  const common = { reason, isAttempt: false };
  await settle(db, idsOf(overdue), owner, { ...common, status: 'failed', next_attempt_at: null });
  await settle(db, idsOf(waiting), owner, { ...common, next_attempt_at: freeAt });
}
