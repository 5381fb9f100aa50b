import type { TimeSpan } from '@upvigil/core/contract/routing';
import { minuteMs } from '@upvigil/core/time';
import type { WallClock, WallDay } from './wall-clock.ts';

const dayMinutes = 24 * 60;
/** A week without a gap would never end: it is evaluated again after this time. */
const mostMilliseconds = 7 * dayMinutes * minuteMs;

/**
 * The end of the uninterrupted spans that cover a time; null when none does. A span whose end is not after its start
 * passes midnight, and belongs to the day on which it starts. Times in milliseconds since the epoch.
 */
export function coveredUntil(spans: readonly TimeSpan[], clock: WallClock, at: number): number | null {
  let until = at;
  while (until - at < mostMilliseconds) {
    const end = lastEnd(spans, clock.daysAround(until), until);
    if (end === null) break;
    until = end;
  }
  return until === at ? null : until;
}

/** The last end of the spans that cover a time; null when none does. */
function lastEnd(spans: readonly TimeSpan[], days: readonly WallDay[], at: number): number | null {
  const ends = days.flatMap((day) => spans.map((span) => endOf(span, day, at)));
  const last = Math.max(...ends.map((end) => end ?? at), at);
  return last === at ? null : last;
}

/** The end of a span that starts on a day and covers a time; null when it does not. */
function endOf({ days, from, to }: TimeSpan, day: WallDay, at: number): number | null {
  if (!days.includes(day.weekday)) return null;
  const begin = minutesOf(from);
  const end = minutesOf(to);
  return day.place(begin) > at ? null : day.place(end > begin ? end : end + dayMinutes);
}

/** Minutes since midnight of 'HH:MM'. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
