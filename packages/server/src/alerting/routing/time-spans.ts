import type { TimeSpan } from '@upvigil/core/contract/routing';
import type { WallClock, WallDay } from './wall-clock.ts';

const dayMinutes = 24 * 60;
/** A week without a gap is quiet for ever: it is looked at again after so long. */
const mostMilliseconds = 7 * dayMinutes * 60_000;

/**
 * Until when spans of time cover a moment without a gap; null where none covers it. A span whose end is not after its
 * beginning passes midnight, and belongs to the day on which it begins. Times in milliseconds since the epoch.
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

function lastEnd(spans: readonly TimeSpan[], days: readonly WallDay[], at: number): number | null {
  let last: number | null = null;
  for (const day of days) {
    for (const { days: weekdays, from, to } of spans) {
      if (!weekdays.includes(day.weekday)) continue;
      const [begin, end] = [minutesOf(from), minutesOf(to)];
      if (day.place(begin) > at) continue;
      const until = day.place(end > begin ? end : end + dayMinutes);
      if (until > at && until > (last ?? at)) last = until;
    }
  }
  return last;
}

/** Minutes since midnight of 'HH:MM'. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
