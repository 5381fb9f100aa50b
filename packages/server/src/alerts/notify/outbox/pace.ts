import { isOutageType } from '@upvigil/core/contract/names/alerts';
import type { Destination } from '../channel.ts';
import type { RecentMessages } from './recent-messages.ts';
import { gatherMilliseconds } from './urgency.ts';
import type { WaitingDelivery } from './waiting-store.ts';

/** After the first message that names an outage, the next ones wait so long after the one before, in milliseconds; the last holds for all that follow. */
const pausesAfter = [10_000, 30_000, 60_000] as const;
/** So long without such a message, and the next is the first again. */
const quietMilliseconds = 120_000;

/** The messages that can decide about the next one went out within this. */
export const paceMilliseconds = pausesAfter.length * quietMilliseconds;

/**
 * When the next message that names an outage may go to a destination: at once for the first, later while outages keep coming.
 * `times`: when those before it went, oldest first. Messages that name none do not count. All in milliseconds since the epoch.
 */
export function outageFreeAt(times: readonly number[], now: number): number {
  const last = times.at(-1);
  if (last === undefined) return now;
  let run = 1;
  while (run < pausesAfter.length) {
    const [earlier, later] = [times.at(-run - 1), times.at(-run)];
    if (earlier === undefined || later === undefined || later - earlier >= quietMilliseconds) break;
    run += 1;
  }
  return Math.max(now, last + (pausesAfter[run - 1] ?? 0));
}

/** At most so many messages in any stretch of so many milliseconds. */
export interface MessageLimit {
  most: number;
  milliseconds: number;
}

/** When the next message may go. `times`: when those before it went, oldest first. All in milliseconds since the epoch. */
export function freeAt({ most, milliseconds }: MessageLimit, times: readonly number[], now: number): number {
  const oldest = times.at(-most);
  return oldest === undefined ? now : Math.max(now, oldest + milliseconds);
}

/** Whether no message may go now. */
export const isFull = (limit: MessageLimit, times: readonly number[], now: number): boolean =>
  freeAt(limit, times, now) > now;

/** When messages went to a destination, oldest first, milliseconds since the epoch: those that named an outage, and all. */
interface WentTimes {
  outages: readonly number[];
  all: readonly number[];
}

/** `of`: which messages of late are meant. To a program, none holds up another. */
export const wentTo = (of: RecentMessages['all'], { key, isForProgram }: Destination): WentTimes =>
  isForProgram ? { outages: [], all: [] } : { outages: of({ key, urgency: 0 }), all: of({ key, urgency: 2 }) };

/**
 * When a group may go, milliseconds since the epoch: when the first of its outages is due and the pace lets it go. What waits
 * beside an outage goes along with it. A message without one only keeps a distance to the one before: it waits for company.
 */
export function readyAt(
  deliveries: readonly Pick<WaitingDelivery, 'alert_type' | 'ended_at' | 'next_attempt_at'>[],
  went: WentTimes,
  now: number,
): number {
  const due = deliveries
    .filter(({ alert_type, ended_at }) => isOutageType(alert_type) && ended_at === null)
    .flatMap(({ next_attempt_at }) => next_attempt_at ?? []);
  if (due.length > 0) return Math.max(Math.min(...due), outageFreeAt(went.outages, now));
  return Math.max(now, (went.all.at(-1) ?? 0) + gatherMilliseconds);
}
