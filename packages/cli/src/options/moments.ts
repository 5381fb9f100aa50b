import { minuteMs } from '@upvigil/core/time';
import { UsageError } from '../failures.ts';
import { type Option, textOption } from './inputs.ts';

/** The zone is required, because the server may be in another one. */
const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** Converts a point in time such as 2026-11-21T03:00:00Z to ISO; null if it is invalid. */
export const parseMoment = (text: string): string | null =>
  isoMoment.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null;

/** A point in time, in ISO; null if absent. */
export const momentOption = (syntax: string, about: string): Option<string | null> => ({
  ...textOption(syntax, about),
  parse: (given) => (typeof given === 'string' ? momentOrRefuse(syntax, given) : null),
});

function momentOrRefuse(name: string, text: string): string {
  const moment = parseMoment(text);
  if (moment !== null) return moment;
  throw new UsageError(`${name} must be a date and time such as 2026-11-21T03:00:00Z, but it is "${text}"`);
}

/** 25 hours of the day of a clock change, and 24 if the change skips the time on the first day. */
const mostMinutes = 49 * 60;

/**
 * The next occurrence of a time of day such as '03:00' in a zone, in ms since the epoch; `now` if it is that time. A
 * time that a clock change skips comes a day later; a repeated time means its first occurrence. Null for an invalid
 * text.
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
