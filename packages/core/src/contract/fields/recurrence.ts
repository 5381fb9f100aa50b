import { dayMs } from '../../time.ts';
import { maintenanceSentences as said } from './input-messages.ts';

/**
 * The supported part of RFC 5545's recurrence rules. Dates are expanded without a time zone; the caller maps them to
 * clock times.
 */

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
type Frequency = (typeof frequencies)[number];

/** In the order of ISO 8601. */
const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** `weekday`: 0 is Monday. `nth` of the month: 1 to 4, -1 for the last, null for all. */
interface OnDay {
  weekday: number;
  nth: number | null;
}

/**
 * Inclusive end, in milliseconds since the epoch: `wall` is a local time read as if it were UTC, `moment` a UTC time.
 */
type Until = { wall: number } | { moment: number };

export interface Recurrence {
  frequency: Frequency;
  interval: number;
  /** Empty: the weekday of the start. */
  byDay: readonly OnDay[];
  byMonthDay: readonly number[];
  count: number | null;
  until: Until | null;
}

/** A date, as the milliseconds since the epoch of its midnight in UTC. */
type DateNumber = number;

const mostInterval = 52;

/** `problem`: the error of an invalid rule. */
export function parseRecurrence(text: string): { recurrence: Recurrence } | { problem: string } {
  const parts = new Map<string, string>();
  for (const part of text.trim().toUpperCase().split(';')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (value === '' || more.length > 0) return { problem: said.noRule };
    if (parts.has(name)) return { problem: said.twice(name) };
    parts.set(name, value);
  }
  const unknown = [...parts.keys()].find((name) => !(name in readers) && name !== 'FREQ');
  if (unknown !== undefined) return { problem: said.unknownPart(unknown) };
  const frequency = frequencies.find((name) => name === parts.get('FREQ'));
  if (frequency === undefined) return { problem: said.frequency };
  const recurrence: Recurrence = {
    frequency,
    interval: 1,
    byDay: [],
    byMonthDay: [],
    count: null,
    until: null,
  };
  for (const [name, value] of parts) {
    const problem = name === 'FREQ' ? null : readers[name as keyof typeof readers](recurrence, value);
    if (problem) return { problem };
  }
  return recurrence.count !== null && recurrence.until !== null ? { problem: said.countAndUntil } : { recurrence };
}

/** Each stores its part in `into` and returns the error, or null. */
const readers = {
  INTERVAL(into: Recurrence, value: string): string | null {
    const interval = wholeNumber(value);
    if (interval === null || interval < 1 || interval > mostInterval) return said.interval(mostInterval);
    into.interval = interval;
    return null;
  },
  COUNT(into: Recurrence, value: string): string | null {
    into.count = wholeNumber(value);
    return into.count === null || into.count < 1 || into.count > 9999 ? said.count : null;
  },
  UNTIL(into: Recurrence, value: string): string | null {
    into.until = parseUntil(value);
    return into.until === null ? said.until : null;
  },
  BYDAY(into: Recurrence, value: string): string | null {
    const days = value.split(',').map(parseDay);
    if (days.some((one) => one === null)) return said.byDay;
    into.byDay = days.flatMap((one) => one ?? []);
    return into.frequency !== 'MONTHLY' && into.byDay.some(({ nth }) => nth !== null) ? said.nthOfMonth : null;
  },
  BYMONTHDAY(into: Recurrence, value: string): string | null {
    const days = value.split(',').map((text) => (text === '-1' ? -1 : wholeNumber(text)));
    if (into.frequency === 'WEEKLY') return said.monthDayOfWeek;
    if (days.some((one) => one === null || one === 0 || one > 31)) return said.byMonthDay;
    into.byMonthDay = days.flatMap((one) => one ?? []);
    return null;
  },
} satisfies Record<string, (into: Recurrence, value: string) => string | null>;

const wholeNumber = (text: string): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null);

function parseDay(text: string): OnDay | null {
  const [, nth, name = ''] = /^([1-4]|-1)?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = dayNames.indexOf(name);
  return weekday < 0 ? null : { weekday, nth: nth === undefined ? null : Number(nth) };
}

/** A date without a time includes the whole day. */
function parseUntil(text: string): Until | null {
  const [, date = '', time, zone] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(text) ?? [];
  const at = (part: string, from: number): string => part.slice(from, from + 2);
  const clock = time === undefined ? '23:59:59' : `${at(time, 0)}:${at(time, 2)}:${at(time, 4)}`;
  const wall = Date.parse(`${date.slice(0, 4)}-${at(date, 4)}-${at(date, 6)}T${clock}Z`);
  if (Number.isNaN(wall) || new Date(wall).getUTCDate() !== Number(at(date, 6))) return null;
  return zone === undefined ? { wall } : { moment: wall };
}

/** Monday is 0. Day 0 of the epoch (1970-01-01) was a Thursday. */
const weekdayOf = (date: DateNumber): number => (((date / dayMs + 3) % 7) + 7) % 7;

const monthOf = (date: DateNumber): number => new Date(date).getUTCFullYear() * 12 + new Date(date).getUTCMonth();
const daysOfMonth = (date: DateNumber): number =>
  new Date(Date.UTC(new Date(date).getUTCFullYear(), new Date(date).getUTCMonth() + 1, 0)).getUTCDate();

/** Whether the rule includes a date, regardless of COUNT and UNTIL. `date` must not precede `start`. */
function isDateOf(recurrence: Recurrence, start: DateNumber, date: DateNumber): boolean {
  const { frequency, interval, byDay, byMonthDay } = recurrence;
  if (stepsSince(frequency, start, date) % interval !== 0) return false;
  if (byMonthDay.length > 0 && !byMonthDay.some((one) => isOnMonthDay(one, date))) return false;
  if (byDay.length > 0) return byDay.some((one) => isOnDay(one, date));
  if (byMonthDay.length > 0 || frequency === 'DAILY') return true;
  return frequency === 'WEEKLY' ? weekdayOf(date) === weekdayOf(start) : dayOfMonth(date) === dayOfMonth(start);
}

const dayOfMonth = (date: DateNumber): number => new Date(date).getUTCDate();
const isOnMonthDay = (one: number, date: DateNumber): boolean =>
  (one === -1 ? daysOfMonth(date) : one) === dayOfMonth(date);

/** Weeks begin on Monday. */
function stepsSince(frequency: Frequency, start: DateNumber, date: DateNumber): number {
  if (frequency === 'MONTHLY') return monthOf(date) - monthOf(start);
  if (frequency === 'DAILY') return (date - start) / dayMs;
  const weekOf = (one: DateNumber): number => one / dayMs - weekdayOf(one);
  return (weekOf(date) - weekOf(start)) / 7;
}

function isOnDay({ weekday, nth }: OnDay, date: DateNumber): boolean {
  if (weekdayOf(date) !== weekday) return false;
  if (nth === null) return true;
  return nth === -1 ? dayOfMonth(date) + 7 > daysOfMonth(date) : Math.ceil(dayOfMonth(date) / 7) === nth;
}

/**
 * The dates of a rule, ascending from `start`. `time`: milliseconds after midnight. Ends with the rule, or after 30
 * years without a date; otherwise the caller must stop.
 */
export function* datesOf(recurrence: Recurrence | null, start: DateNumber, time: number): Generator<DateNumber> {
  if (recurrence === null) {
    yield start;
    return;
  }
  const { count, until } = recurrence;
  let found = 0;
  let last = start;
  for (let date = start; date - last < 30 * 366 * dayMs; date += dayMs) {
    if (until !== null && 'wall' in until && date + time > until.wall) return;
    if (!isDateOf(recurrence, start, date)) continue;
    yield date;
    last = date;
    found += 1;
    if (found === count) return;
  }
}

/** A local time: the date, and milliseconds after midnight. */
export interface WallStart {
  date: DateNumber;
  time: number;
}

/** Parses '2027-03-28T02:30'; null if it is not a date and time. */
export function parseWallStart(text: string): WallStart | null {
  if (!/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null;
  const at = Date.parse(`${text}:00Z`);
  // `Date.parse` reads the 30th of February as the 2nd of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 16) !== text) return null;
  return { date: Math.floor(at / dayMs) * dayMs, time: ((at % dayMs) + dayMs) % dayMs };
}
