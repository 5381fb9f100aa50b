import { minuteMs } from '@upvigil/core/time';
import { UsageError } from '../failures.ts';
import { type Option, textOption } from './inputs.ts';

/** With a zone, because the server may be in another one. */
const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** A moment such as 2026-11-21T03:00:00Z, in ISO; null for what is none. */
export const parseMoment = (text: string): string | null =>
  isoMoment.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null;

/** A moment, in ISO; null when it is not given. */
export const momentOption = (syntax: string, about: string): Option<string | null> => ({
  ...textOption(syntax, about),
  parse: (given) => (typeof given === 'string' ? momentOrRefuse(syntax, given) : null),
});

function momentOrRefuse(name: string, text: string): string {
  const moment = parseMoment(text);
  if (moment !== null) return moment;
  throw new UsageError(`${name} must be a moment, as 2026-11-21T03:00:00Z, but it is "${text}"`);
}

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
