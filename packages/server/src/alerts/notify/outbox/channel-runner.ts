import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import {
  createRoutingReader,
  type ReadRoutingFacts,
  type RoutingFacts,
} from '../../decide/routing/routing-facts-store.ts';
import { suppressionReason } from '../../decide/routing/suppression-reason.ts';
import type { Channel } from '../channel.ts';
import { holdKeyOf, readHolds } from '../sending/holds.ts';
import { createLooker, troubleMilliseconds } from '../sending/look-again.ts';
import { disabledReason, reviveHeldBack } from './held-back-store.ts';
import { claim, leaveToEnds, readNextDue, settle } from './outbox-store.ts';
import { paceMilliseconds, readyAt } from './pace.ts';
import { type RecentMessages, readRecentMessages, readSettings } from './recent-messages.ts';
import type { OutboxLog, Sender } from './sender.ts';
import { type DeliveryGroup, placeOfGroup, wentTo } from './take-group.ts';
import { byQueue, isDue } from './urgency.ts';
import { readWaiting, type WaitingDelivery } from './waiting-store.ts';

export interface ChannelRunnerOptions {
  db: Database;
  clock: Clock;
  log: OutboxLog;
  channel: Channel;
  send: Sender;
  owner: string;
}

/** Sends the deliveries of one kind of channel. A channel that hangs does not hold up the others. */
export interface ChannelRunner {
  /** Looks now at what is due. */
  poke(): void;
  /** Resolves when all that may be sent now was sent. */
  settled(): Promise<void>;
  /** Begins nothing new, and resolves when what was begun is done. */
  stop(): Promise<void>;
}

/** How often to look at the outbox when nothing else happens: other processes write to it, and clocks are set. */
const idleMilliseconds = 60_000;
/** How soon to look again while other processes are sending. */
const othersMilliseconds = 1_000;
/** From one message to a program to the next, at least: 10 a second. */
const programMilliseconds = 100;
/** When several processes want the last free place of a destination, all step back, each for a random time up to this. */
const mostStepBackMilliseconds = 500;

export function createChannelRunner(options: ChannelRunnerOptions): ChannelRunner {
  const { db, clock, log, channel, send, owner } = options;
  const readRouting = createRoutingReader();
  let isStopped = false;

  /** Begins to send what can be sent. Resolves with the milliseconds after which to look again. */
  const look = async (): Promise<number> => {
    const now = clock.now();
    await reviveHeldBack(db, channel.rules.name, now, readRouting);
    const groups = await dueGroups(db, { channel, owner, readRouting }, now);
    const idle = groups.filter(({ destination }) => !traffic.isBusy(destination.key));
    const pause = await beginInPace(options, idle, now, (group) => {
      if (!isStopped && traffic.hasRoom(laneOf(group))) begin(group);
    });
    const next = await readNextDue(db, channel.rules.name, now);
    return next === null ? pause : Math.min(pause, Math.max(0, next - clock.now()));
  };

  const begin = (group: DeliveryGroup): void => {
    const work = send(channel, group).catch((error: unknown) => {
      log.error({ err: error, channel: channel.rules.name }, 'a delivery was not marked');
      return true;
    });
    const { key, isForProgram } = group.destination;
    traffic.begin(key, laneOf(group), { work, pause: isForProgram ? programMilliseconds : 0 });
  };
  const looker = createLooker(clock, look, (error) =>
    log.error({ err: error, channel: channel.rules.name }, 'the outbox could not be read'),
  );
  const traffic = createTraffic(clock, channel.concurrency, looker.poke);

  const settled = async (): Promise<void> => {
    while (looker.looking() !== null || traffic.isSending()) {
      await Promise.all([looker.looking(), traffic.settled()]);
    }
  };

  return {
    poke: looker.poke,
    settled,
    async stop() {
      isStopped = true;
      looker.stop();
      await settled();
      traffic.wakeAll();
    },
  };
}

/** What shares places to send: a channel that was added, or the built-in one of the kind. */
const laneOf = ({ deliveries }: DeliveryGroup): number | null => deliveries[0]?.channel_id ?? null;

/**
 * Limits sending to one message at a time for each destination, and to `concurrency` destinations of a lane at a time. Lanes do
 * not limit each other.
 */
function createTraffic(clock: Clock, concurrency: number, onFree: () => void) {
  const sending = new Map<string, { lane: number | null; work: Promise<void> }>();
  const resting = new Map<string, { lane: number | null; cancel: Cancel }>();
  const rest = (key: string, lane: number | null, milliseconds: number): void => {
    const wake = (): void => {
      resting.delete(key);
      onFree();
    };
    resting.set(key, { lane, cancel: clock.after(milliseconds, wake) });
  };
  return {
    isSending: (): boolean => sending.size > 0,
    isBusy: (key: string): boolean => sending.has(key) || resting.has(key),
    hasRoom(lane: number | null): boolean {
      const taken = [...sending.values(), ...resting.values()].filter((one) => one.lane === lane);
      return taken.length < concurrency;
    },
    settled: async () => void (await Promise.all([...sending.values()].map(({ work }) => work))),
    /** `work` resolves with whether anything could be sent. `pause`: milliseconds from its beginning until the next may begin. */
    begin(key: string, lane: number | null, { work, pause }: { work: Promise<boolean>; pause: number }): void {
      const freeAt = clock.monotonic() + pause;
      const done = (couldGo: boolean): void => {
        sending.delete(key);
        const left = couldGo ? freeAt - clock.monotonic() : Math.random() * mostStepBackMilliseconds;
        if (left > 0) rest(key, lane, left);
        onFree();
      };
      sending.set(key, { lane, work: work.then(done) });
    },
    wakeAll(): void {
      for (const { cancel } of resting.values()) cancel();
    },
  };
}

/** Begins groups whose destination may have a message now. Resolves with the milliseconds until the next one may. */
async function beginInPace(
  { db, channel }: ChannelRunnerOptions,
  groups: readonly DeliveryGroup[],
  now: number,
  begin: (group: DeliveryGroup) => void,
): Promise<number> {
  let pause = idleMilliseconds;
  if (groups.length === 0) return pause;
  const since = now - paceMilliseconds;
  const recent = await readRecentMessages(db, channel, { since, now, except: [] });
  const holds = await readHolds(
    db,
    groups.map((group) => placeOfGroup(channel, group)),
    now,
  );
  for (const group of groups) {
    const heldUntil = holds.get(holdKeyOf(placeOfGroup(channel, group))) ?? now;
    const wait = Math.max(waitOf(recent, group, now), heldUntil - now);
    if (wait > 0) pause = Math.min(pause, wait);
    else begin(group);
  }
  return pause;
}

interface Looking {
  channel: Channel;
  owner: string;
  readRouting: ReadRoutingFacts;
}

/**
 * What is due now, by destination, each with all deliveries that may share its message, in the order of the queue: only some
 * destinations are served at a time. Suppresses what may not be sent any more, or not yet.
 */
async function dueGroups(
  db: Database,
  { channel, owner, readRouting }: Looking,
  now: number,
): Promise<DeliveryGroup[]> {
  const waiting = await readWaiting(db, channel.rules.name, now);
  if (!waiting.some((delivery) => isDue(delivery, now))) return [];
  const settingsOf = await readSettings(db, waiting);
  const facts = await readRouting(db, now);
  const groups = new Map<string, DeliveryGroup>();
  const unwanted = new Map<string, Suppression>();
  const leaveOut = ({ id }: WaitingDelivery, whyNot: WhyNot): void => {
    const { reason, next_attempt_at } = whyNot;
    const same = unwanted.get(`${reason} ${next_attempt_at}`) ?? { ...whyNot, ids: [] };
    unwanted.set(`${reason} ${next_attempt_at}`, same);
    same.ids.push(id);
  };
  for (const delivery of waiting) {
    const settings = settingsOf(delivery);
    const whyNot = whyNotNow(channel, delivery, settings, facts, now);
    if (whyNot !== null) {
      leaveOut(delivery, whyNot);
      continue;
    }
    const destination = channel.destination(delivery.recipient, settings);
    const group = groups.get(destination.key) ?? { destination, deliveries: [] };
    groups.set(destination.key, group);
    // Of a policy that names a channel twice, several steps may end at the same time to be quiet or muted.
    if (group.deliveries.some((other) => isSameNews(other, delivery))) leaveOut(delivery, toldAlready);
    else group.deliveries.push(delivery);
  }
  for (const suppression of unwanted.values()) await suppress(db, suppression, owner, now);
  const ends = [...groups.values()]
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ ends_alert_id }) => ends_alert_id);
  const left = await leaveToEnds(db, channel.rules.name, ends, now);
  return [...groups.values()]
    .map((group) => ({ ...group, deliveries: group.deliveries.filter(({ id }) => !left.has(id)) }))
    .filter(({ deliveries }) => deliveries.some((delivery) => isDue(delivery, now)))
    .sort((one, other) => byQueue(firstOf(one), firstOf(other)));
}

const firstOf = ({ deliveries }: DeliveryGroup): WaitingDelivery =>
  deliveries.reduce((first, one) => (byQueue(one, first) < 0 ? one : first));

/** Why deliveries are not sent now, and when to look at them again: null for never. */
interface WhyNot {
  reason: string;
  next_attempt_at: number | null;
}
/** Of a delivery whose place another step of the alert tells in the same message. */
export const toldAlready: WhyNot = { reason: 'told along with another step', next_attempt_at: null };

/** An acknowledgement says something else of its alert. */
const isSameNews = (one: WaitingDelivery, other: WaitingDelivery): boolean =>
  one.alert_id === other.alert_id && (one.purpose === 'acknowledgement') === (other.purpose === 'acknowledgement');

interface Suppression extends WhyNot {
  ids: number[];
}

/** Null when it is still sent. What waits for its monitor keeps a time, for when that is enabled. */
function whyNotNow(
  { rules }: Channel,
  delivery: WaitingDelivery,
  settings: ChannelSettings,
  facts: RoutingFacts,
  now: number,
): WhyNot | null {
  const whyNot = suppressionReason(rules, delivery, settings, facts, now);
  if (whyNot !== null) return { reason: whyNot.reason, next_attempt_at: whyNot.notify === 'later' ? whyNot.at : null };
  const isOld = delivery.attempts > 0 || delivery.purpose !== 'alert';
  const isDisabled = isOld && delivery.alert_type !== 'RECOVERED' && delivery.monitor_enabled === 0;
  return isDisabled ? { reason: disabledReason, next_attempt_at: now } : null;
}

/** Milliseconds until a group may go. Short where others are sending to its destination: that may fail. */
function waitOf(recent: RecentMessages, { destination, deliveries }: DeliveryGroup, now: number): number {
  const wait = readyAt(deliveries, wentTo(recent.all, destination), now) - now;
  const isByMessagesSent = readyAt(deliveries, wentTo(recent.sent, destination), now) > now;
  return isByMessagesSent ? wait : Math.min(wait, othersMilliseconds);
}

async function suppress(db: Database, { ids, ...whyNot }: Suppression, owner: string, now: number): Promise<void> {
  await claim(db, ids, { owner, until: now + troubleMilliseconds }, now);
  await settle(db, ids, owner, { status: 'suppressed', ...whyNot, isAttempt: false });
}
