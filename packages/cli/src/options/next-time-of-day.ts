import { minuteMs } from '@upvigil/core/time';

/** A day of 25 hours, and another one, where the first skips the time. */
const mostMinutes = 49 * 60;

/**
 * The next moment, in ms since the epoch, at which clocks of a zone show a time of day, as '03:00'; now, where they do. What a
 * clock change skips comes a day later, what it doubles is the first of the two. Null where the text is no time of day.
 */
export function nextTimeOfDay(text: string, timeZone: string, now: number): number | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const first = Math.ceil(now / minuteMs) * minuteMs;
  for (let minute = 0; minute <= mostMinutes; minute += 1) {
    const at = first + minute * minuteMs;
    if (clock.format(at) === text) return at;
  }
  return null;
}
