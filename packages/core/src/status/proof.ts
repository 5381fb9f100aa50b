import { defaults } from '../defaults.ts';
import { dayMs } from '../time.ts';
import type { Tone } from './tone.ts';

/** Proofs of delivery to a recipient. Times are ISO 8601 or milliseconds since the epoch. */
interface Proof<Time> {
  /** Time of the last confirmed message; null without one. */
  proven_at: Time | null;
  /** When the channel was added; null for a built-in one. */
  added_at: Time | null;
  /** Null before the first drill. */
  first_drill_at: Time | null;
}

/** Start of the time without proof of delivery; null for a built-in channel without a drill. */
export const unprovenSince = <Time>({ proven_at, added_at, first_drill_at }: Proof<Time>): Time | null =>
  proven_at ?? added_at ?? first_drill_at;

const daysSince = (time: string | number, now: number): number =>
  Math.max(0, Math.floor((now - (typeof time === 'number' ? time : Date.parse(time))) / dayMs));

/** Whether the channel counts as unproven. `now` in ms since the epoch. */
export const isUnproven = (since: string | number | null, now: number): boolean =>
  since !== null && daysSince(since, now) >= defaults.unprovenDays;

/** 'Proven 12 days ago', 'Not proven for 45 days', 'Not proven yet'. `since`: result of `unprovenSince`. */
export function proofWords(provenAt: string | null, since: string | null, now: number): { words: string; tone: Tone } {
  if (since !== null && isUnproven(since, now)) {
    return { words: `Not proven for ${daysSince(since, now)} days`, tone: 'warn' };
  }
  if (provenAt === null) return { words: 'Not proven yet', tone: 'none' };
  const days = daysSince(provenAt, now);
  return { words: days === 0 ? 'Proven today' : `Proven ${days} ${days === 1 ? 'day' : 'days'} ago`, tone: 'up' };
}
