import type { Cancel, Clock } from '../../clock.ts';
import type { ChannelSettings } from '../../domain/channel-rules.ts';
import type { Database } from '../../storage/database.ts';
import type { Channel } from '../channel.ts';
import { holdKeyOf, readHolds } from '../sending/holds.ts';
import { createLooker, troubleMilliseconds } from '../sending/look-again.ts';
import { disabledReason, reviveHeldBack } from './held-back-store.ts';
import { claim, readNextDue, settle } from './outbox-store.ts';
import { paceMilliseconds } from './pace.ts';
import { type RecentMessages, readRecentMessages, readSettings } from './recent-messages.ts';
import type { OutboxLog, Sender } from './sender.ts';
import {
  type DeliveryGroup,
  gatherMilliseconds,
  isDue,
  placeOfGroup,
  readyAt,
  urgencyOfGroup,
  wentTo,
} from './take-group.ts';
import { readWaiting, type WaitingDelivery } from './waiting-store.ts';

export interface ChannelRunnerOptions {
  db: Database;
  clock: Clock;
  log: OutboxLog;
  channel: Channel;
  send: Sender;
  owner: string;
}

/** Sends the deliveries of one channel, so that a channel that hangs does not hold up the others. */
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
/** When several processes want the last free place of a destination, all step back, each for a random time up to this. */
const mostStepBackMilliseconds = 500;

export function createChannelRunner(options: ChannelRunnerOptions): ChannelRunner {
  const { db, clock, log, channel, send, owner } = options;
  let isStopped = false;

  /** Begins to send what can be sent. Resolves with the milliseconds after which to look again. */
  const look = async (): Promise<number> => {
    const now = clock.now();
    await reviveHeldBack(db, channel.rules.name, now);
    const groups = await dueGroups(db, channel, owner, now);
    const isFree = ({ destination }: DeliveryGroup): boolean => traffic.isFree(destination.key) && !isStopped;
    const pause = await beginInPace(options, groups, now, (group) => isFree(group) && begin(group));
    const next = await readNextDue(db, channel.rules.name, now);
    return next === null ? pause : Math.min(pause, Math.max(0, next - clock.now()));
  };

  const begin = (group: DeliveryGroup): void => {
    const work = send(channel, group).catch((error: unknown) => {
      log.error({ err: error, channel: channel.rules.name }, 'a delivery was not marked');
      return true;
    });
    traffic.begin(group.destination.key, work);
  };
  const looker = createLooker(clock, look, (error) =>
    log.error({ err: error, channel: channel.rules.name }, 'the outbox could not be read'),
  );
  const traffic = createTraffic(clock, channel.concurrency, looker.poke);

  const settled = async (): Promise<void> => {
    while (looker.looking() !== null || traffic.sending.size > 0) {
      await Promise.all([looker.looking(), ...traffic.sending.values()]);
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

/** Limits sending to one message at a time for each destination, and to `concurrency` destinations at a time. */
function createTraffic(clock: Clock, concurrency: number, onFree: () => void) {
  const sending = new Map<string, Promise<void>>();
  const resting = new Map<string, Cancel>();
  const rest = (key: string): void => {
    const wake = (): void => {
      resting.delete(key);
      onFree();
    };
    resting.set(key, clock.after(Math.random() * mostStepBackMilliseconds, wake));
  };
  return {
    sending,
    isFree: (key: string): boolean =>
      !sending.has(key) && !resting.has(key) && sending.size + resting.size < concurrency,
    /** `work` resolves with whether anything could be sent. */
    begin(key: string, work: Promise<boolean>): void {
      const done = (couldGo: boolean): void => {
        sending.delete(key);
        if (!couldGo) rest(key);
        onFree();
      };
      sending.set(key, work.then(done));
    },
    wakeAll(): void {
      for (const cancel of resting.values()) cancel();
    },
  };
}

/** Begins groups whose destination may have a message now. Resolves with the milliseconds until the next one may. */
async function beginInPace(
  { db, channel, owner }: ChannelRunnerOptions,
  groups: readonly DeliveryGroup[],
  now: number,
  begin: (group: DeliveryGroup) => void,
): Promise<number> {
  let pause = idleMilliseconds;
  if (groups.length === 0) return pause;
  const since = now - paceMilliseconds;
  const recent = await readRecentMessages(db, channel, { since, now, owner });
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

/**
 * What is due now, by destination, each with all deliveries that may share its message. The most urgent come first,
 * because only some destinations are served at a time. Suppresses what may no longer be sent.
 */
async function dueGroups(db: Database, channel: Channel, owner: string, now: number): Promise<DeliveryGroup[]> {
  const waiting = await readWaiting(db, channel.rules.name, { now, until: now + gatherMilliseconds });
  if (!waiting.some((delivery) => isDue(delivery, now))) return [];
  const settingsOf = await readSettings(db, waiting);
  const groups = new Map<string, DeliveryGroup>();
  const unwanted = new Map<string, number[]>();
  for (const delivery of waiting) {
    const settings = settingsOf(delivery);
    const whyNot = whyNotNow(channel, delivery, settings);
    if (whyNot !== null) {
      unwanted.set(whyNot, [...(unwanted.get(whyNot) ?? []), delivery.id]);
      continue;
    }
    const destination = channel.destination(delivery.recipient, settings);
    const group = groups.get(destination.key) ?? { destination, deliveries: [] };
    groups.set(destination.key, group);
    group.deliveries.push(delivery);
  }
  for (const [reason, ids] of unwanted) await suppress(db, ids, reason, owner, now);
  return [...groups.values()]
    .filter(({ deliveries }) => deliveries.some((delivery) => isDue(delivery, now)))
    .sort((one, other) => urgencyOfGroup(one.deliveries, now) - urgencyOfGroup(other.deliveries, now));
}

/** Why a delivery is no longer sent: settings or its monitor changed since the alert. Null when it still is. */
function whyNotNow({ rules }: Channel, delivery: WaitingDelivery, settings: ChannelSettings): string | null {
  const whyOff = rules.whyOff(settings) ?? rules.whyUnwanted(delivery, settings);
  if (whyOff !== null) return whyOff;
  const isOldProblem = delivery.attempts > 0 && delivery.alert_type !== 'RECOVERED';
  return isOldProblem && delivery.monitor_enabled === 0 ? disabledReason : null;
}

/** Milliseconds until a group may go. Short where others are sending to its destination: that may fail. */
function waitOf(recent: RecentMessages, { destination, deliveries }: DeliveryGroup, now: number): number {
  const wait = readyAt(deliveries, wentTo(recent.all, destination), now) - now;
  const isByMessagesSent = readyAt(deliveries, wentTo(recent.sent, destination), now) > now;
  return isByMessagesSent ? wait : Math.min(wait, othersMilliseconds);
}

/** Those with `disabledReason` keep a time to look at them again, for when their monitor is enabled. */
async function suppress(db: Database, ids: readonly number[], reason: string, owner: string, now: number) {
  const next_attempt_at = reason === disabledReason ? now : null;
  await claim(db, ids, { owner, until: now + troubleMilliseconds }, now);
  await settle(db, ids, owner, { status: 'suppressed', reason, next_attempt_at, isAttempt: false });
}
