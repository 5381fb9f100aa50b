import { defaults } from '../defaults.ts';
import type { Tone } from '../status/tone.ts';

/** What is known of the way of messages to somebody. */
export interface Proof {
  /** The newest drill; null before the first. */
  sent_at: string | null;
  /** When somebody last confirmed that a message arrived; null before that. */
  proven_at: string | null;
}

const dayMs = 86_400_000;
const daysSince = (time: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(time)) / dayMs));

/**
 * 'Proven 12 days ago'. Amber where the proof is old, or where it was asked for and nobody confirmed that long: `since` is when
 * the channel was added, null where it always was. `now` in ms since the epoch.
 */
export function provenWords(
  { sent_at, proven_at }: Proof,
  since: string | null,
  now: number,
): { words: string; tone: Tone } {
  if (proven_at !== null) {
    const days = daysSince(proven_at, now);
    if (days >= defaults.unprovenDays) return { words: `Not proven for ${days} days`, tone: 'warn' };
    return { words: days === 0 ? 'Proven today' : `Proven ${days} ${days === 1 ? 'day' : 'days'} ago`, tone: 'up' };
  }
  const days = sent_at === null ? 0 : daysSince(since ?? sent_at, now);
  if (days >= defaults.unprovenDays) return { words: `Not proven for ${days} days`, tone: 'warn' };
  return { words: 'Not proven yet', tone: 'none' };
}
