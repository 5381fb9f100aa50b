import { channelNames, type DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { formatDuration } from '@upvigil/core/format/duration';
import { isAboutSearch } from '@upvigil/core/texts/problems';
import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../storage/database.ts';
import type { Channel, Destination } from '../channel.ts';
import type { AlertContent } from '../message/alert-content.ts';
import { readAlertContents } from '../message/alert-content-store.ts';
import { nextAttemptAt } from '../sending/backoff.ts';
import { type CountedPlace, readHolds } from '../sending/holds.ts';
import { leaseMarginMilliseconds } from '../sending/leased-rows.ts';
import { readMessageTimes, type SendTimes } from './message-store.ts';
import { claimDue, idsOf, readEndsOfUnsent, settle } from './outbox-store.ts';
import { freeAt, isFull, type MessageLimit, paceMilliseconds, readyAt, type WentTimes } from './pace.ts';
import { type RecentMessages, readRecentMessages } from './recent-messages.ts';
import { byImportance, inQueue } from './urgency.ts';
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

/** The place of a group as its provider counts it. */
export const placeOfGroup = ({ rules }: Channel, { destination, deliveries }: DeliveryGroup): CountedPlace => ({
  channel: rules.name,
  channel_id: deliveries[0]?.channel_id ?? null,
  key: destination.key,
});

/** No program takes more alerts in one message. */
const mostForProgram = 100;

/** Deliveries that this process has leased, the most urgent first, with what the message says of each. */
export interface HeldGroup {
  deliveries: WaitingDelivery[];
  contents: AlertContent[];
  /** As in `MessageExtras`. */
  heldBackUntil: number | null;
}

/** Leases as many deliveries as one message can be about. Resolves with null when nothing may be sent now. */
export async function takeGroup(
  options: TakeOptions,
  channel: Channel,
  group: DeliveryGroup,
): Promise<HeldGroup | null> {
  const { db, clock, owner } = options;
  const { hourlyLimit } = channel;
  const now = clock.now();
  const held = await claimGroup(options, channel, group, now);
  if (held.deliveries.length === 0) return null;
  // Other messages that are prepared see only leased deliveries, so limits are checked after leasing.
  const since = now - (hourlyLimit !== null ? hourMs : paceMilliseconds);
  const recent = await readRecentMessages(db, channel, { since, now, except: idsOf(held.deliveries) });
  const holds = await readHolds(db, [placeOfGroup(channel, group)], now);
  const isTooSoon = holds.size > 0 || readyAt(held.deliveries, wentTo(recent.all, group.destination), now) > now;
  const cap = hourlyLimit === null ? null : capOf(await countedTimes(db, channel, recent, now), hourlyLimit, now);
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

/** `of`: which messages of late are meant. To a program, none holds up another. */
export const wentTo = (of: RecentMessages['all'], { key, isForProgram }: Destination): WentTimes =>
  isForProgram ? { outages: [], all: [] } : { outages: of({ key, urgency: 0 }), all: of({ key, urgency: 2 }) };

async function claimGroup(
  { db, owner, sendDeadlineMilliseconds }: TakeOptions,
  { rules }: Channel,
  { destination, deliveries }: DeliveryGroup,
  now: number,
): Promise<Omit<HeldGroup, 'heldBackUntil'>> {
  const queue = inQueue(deliveries, now).slice(0, destination.isForProgram ? mostForProgram : undefined);
  const contentOf = await readContents(db, queue, rules.name);
  const candidates = queue.flatMap((delivery) => {
    const content = contentOf(delivery);
    return content ? [{ delivery, content }] : [];
  });
  const fitting = candidates.slice(0, destination.capacity(candidates.map(({ content }) => content)));
  const ids = idsOf(fitting.map(({ delivery }) => delivery));
  const lease = { owner, until: now + sendDeadlineMilliseconds + leaseMarginMilliseconds };
  const claimed = ids.length === 0 ? new Set() : await claimDue(db, ids, lease, now);
  const ours = fitting
    .filter(({ delivery }) => claimed.has(delivery.id))
    .sort((one, other) => byImportance(one.delivery, other.delivery));
  return { deliveries: ours.map(({ delivery }) => delivery), contents: ours.map(({ content }) => content) };
}

/** Reads what the message says of each delivery; null where the alert was deleted. */
async function readContents(db: Database, deliveries: readonly WaitingDelivery[], kind: DeliveryChannel) {
  const contents = await readAlertContents(db, [...new Set(deliveries.map(({ alert_id }) => alert_id))]);
  const endsOfUnsent = new Set(await readEndsOfUnsent(db, kind, deliveries));
  return (delivery: WaitingDelivery): AlertContent | null => {
    const { alert_id, purpose, ended_at } = delivery;
    const read = contents.get(alert_id);
    if (!read) return null;
    const content = { ...read, purpose };
    const isOver = endsOfUnsent.has(delivery) || (purpose === 'alert' && ended_at !== null);
    return isOver ? overContent(content) : content;
  };
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

/** Messages that the hourly cap counts: those of alerts, and all else. */
async function countedTimes(db: Database, { rules }: Channel, recent: RecentMessages, now: number): Promise<SendTimes> {
  const others = await readMessageTimes(db, rules.name, { since: now - hourMs, now });
  const alerts = recent.sent();
  const sent = [...alerts, ...others.sent].sort((one, other) => one - other);
  return { sent, going: recent.all().length - alerts.length + others.going };
}

function capOf({ sent, going }: SendTimes, most: number, now: number): Cap {
  const limit: MessageLimit = { most, milliseconds: hourMs };
  return {
    freeAt: isFull(limit, sent, now) ? freeAt(limit, sent, now) : null,
    isTaken: going > 0 && sent.length + going >= most - 1,
    heldBackUntil: sent.length === most - 1 ? (sent[0] ?? now) + hourMs : null,
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
  const reason = `held back: ${hourlyLimit} ${channelNames[rules.name]} an hour at most`;
  const common = { reason, isAttempt: false };
  await settle(db, idsOf(overdue), owner, { ...common, status: 'failed', next_attempt_at: null });
  await settle(db, idsOf(waiting), owner, { ...common, next_attempt_at: freeAt });
}

/** Up to this, a length is said in seconds. */
const mostSeconds = 120;

const lengthOf = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds <= mostSeconds ? `${seconds} s` : formatDuration(seconds);
};

const verbs = { outage: 'was down', slow: 'was slow', metadata: 'lacked its meta tag' } as const;

/**
 * The content of a message about a problem that ended before the message was sent: how long it lasted. `content` is unchanged
 * where the beginning or the end is unknown.
 */
function overContent(content: AlertContent): AlertContent {
  const { alert_type, problem, created_at, ended_at, problem_since, website_name, target } = content;
  const isEnd = alert_type === 'RECOVERED';
  const [began, ended] = isEnd ? [problem_since, created_at] : [created_at, ended_at];
  if (began === null || ended === null) return content;
  const cause = isEnd ? content.problem_cause : content.cause;
  const hasVerb = problem in verbs && !isAboutSearch(problem, cause);
  const verb = hasVerb ? verbs[problem as keyof typeof verbs] : 'had a problem';
  const over = `${verb} for ${lengthOf(ended - began)}`;
  return { ...content, over, message: `${website_name}: ${target} ${over}${cause === null ? '' : `: ${cause}`}` };
}
