import { isOutageType } from '@upvigil/core/contract/names/alerts';
import { minuteMs } from '@upvigil/core/time';
import type { Destination } from '../channel.ts';
import type { RecentMessages } from './recent-messages.ts';
import { gatherMilliseconds } from './urgency.ts';
import type { WaitingDelivery } from './waiting-store.ts';

/** Pauses between messages about outages, in milliseconds. The last one repeats. */
const pausesAfter = [10_000, 30_000, minuteMs] as const;
/** After this time without such a message, the pauses start again. */
const quietMilliseconds = 120_000;

/** Messages older than this do not affect the next one. */
export const paceMilliseconds = pausesAfter.length * quietMilliseconds;

/**
 * When the next message about an outage may go to a destination: the first at once, later ones with growing pauses.
 * `times`: when the previous ones were sent, oldest first; messages without outages do not count. All in milliseconds
 * since the epoch.
 */
export function outageFreeAt(times: readonly number[], now: number): number {
  const last = times.at(-1);
  if (last === undefined) return now;
  let run = 1;
  while (run < pausesAfter.length) {
    const earlier = times.at(-run - 1);
    const later = times.at(-run);
    if (earlier === undefined || later === undefined || later - earlier >= quietMilliseconds) break;
    run += 1;
  }
  return Math.max(now, last + (pausesAfter[run - 1] ?? 0));
}

/** A limit of messages within a sliding window. */
export interface MessageLimit {
  most: number;
  milliseconds: number;
}

/**
 * When the next message may go. `times`: when the previous ones were sent, oldest first. All in milliseconds since
 * the epoch.
 */
export function freeAt({ most, milliseconds }: MessageLimit, times: readonly number[], now: number): number {
  const oldest = times.at(-most);
  return oldest === undefined ? now : Math.max(now, oldest + milliseconds);
}

/** Whether the limit is reached now. */
export const isFull = (limit: MessageLimit, times: readonly number[], now: number): boolean =>
  freeAt(limit, times, now) > now;

/**
 * When messages were sent to a destination, oldest first, in milliseconds since the epoch: those about an outage, and
 * all.
 */
interface WentTimes {
  outages: readonly number[];
  all: readonly number[];
}

/** `of`: the recent messages to count. Messages to a program do not delay each other. */
export const wentTo = (of: RecentMessages['all'], { key, isForProgram }: Destination): WentTimes =>
  isForProgram ? { outages: [], all: [] } : { outages: of({ key, urgency: 0 }), all: of({ key, urgency: 2 }) };

/**
 * When a group may go, in milliseconds since the epoch: when the first of its outages is due and the pace allows it.
 * Other deliveries of the group are sent with it. A message without an outage only keeps a distance to the previous
 * one, to be combined with others.
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
