import { minuteMs } from '@upvigil/core/time';

/** A day of 25 hours, and another one, where the first skips the time. */
const mostMinutes = 49 * 60;

/**
 * The next occurrence of a time of day such as '03:00' in a zone, in ms since the epoch; now, where it is that time. A time
 * that a clock change skips comes a day later; of a doubled one it is the first. Null where the text is no time of day.
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
