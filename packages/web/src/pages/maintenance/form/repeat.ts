import { parseRecurrence } from '@upvigil/core/contract/fields/recurrence';

export const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** The frequency as form fields. Hidden fields keep their values, so that switching back loses nothing. */
export interface Repeat {
  /** `rule`: a rule that the other fields cannot express, kept as text. */
  every: 'once' | 'daily' | 'weekly' | 'monthly' | 'rule';
  /** Number of days, weeks or months; NaN for invalid input. */
  interval: number;
  /** For weekly rules; empty: the weekday of the start. */
  weekdays: string[];
  /** For monthly rules: a day by its date, or the nth weekday. */
  on: 'date' | 'weekday';
  /** 1 to 31; -1: the last day. */
  date: string;
  nth: string;
  weekday: string;
  ends: 'never' | 'count' | 'until';
  count: number;
  /** '2027-12-31', inclusive. */
  until: string;
  rule: string;
}

export const once: Repeat = {
  every: 'once',
  interval: 1,
  weekdays: [],
  on: 'date',
  date: '1',
  nth: '1',
  weekday: 'SU',
  ends: 'never',
  count: 10,
  until: '',
  rule: '',
};

/**
 * RFC 5545 rule of the fields; null: once. Missing values produce an invalid rule, so that validation shows the reason.
 */
export function ruleOf(repeat: Repeat): string | null {
  const { every, interval, rule } = repeat;
  if (every === 'once') return null;
  if (every === 'rule') return rule.trim();
  const parts = [`FREQ=${every.toUpperCase()}`];
  if (interval !== 1) parts.push(`INTERVAL=${Number.isNaN(interval) ? 0 : interval}`);
  return [...parts, ...daysOf(repeat), ...endOf(repeat)].join(';');
}

function daysOf({ every, weekdays, on, date, nth, weekday }: Repeat): string[] {
  if (every === 'weekly' && weekdays.length > 0) return [`BYDAY=${weekdays.join(',')}`];
  if (every !== 'monthly') return [];
  return [on === 'date' ? `BYMONTHDAY=${date}` : `BYDAY=${nth}${weekday}`];
}

function endOf({ ends, count, until }: Repeat): string[] {
  if (ends === 'never') return [];
  // An empty field must not mean an end date.
  return [ends === 'count' ? `COUNT=${Number.isNaN(count) ? 0 : count}` : `UNTIL=${until.replaceAll('-', '') || 0}`];
}

/** Form fields of a rule. `startsOn`: date of the start, used for a monthly rule without a day. */
export function repeatOf(rrule: string | null, startsOn: string): Repeat {
  if (rrule === null) return { ...once, date: String(Number(startsOn.slice(8, 10)) || 1) };
  const read = readRule(rrule, startsOn);
  return read && isSaidBy(read, rrule) ? read : { ...once, every: 'rule', rule: rrule };
}

/** Reads a rule that the fields can express; otherwise null. */
function readRule(rrule: string, startsOn: string): Repeat | null {
  const parsed = parseRecurrence(rrule);
  if ('problem' in parsed) return null;
  const { frequency, interval, byDay, byMonthDay, count } = parsed.recurrence;
  const [day] = byDay;
  const until = /UNTIL=(\d{4})(\d{2})(\d{2})(?:;|$)/i.exec(rrule);
  const names = weekdayNames.filter((_name, at) => byDay.some(({ weekday }) => weekday === at));
  return {
    ...once,
    every: frequency === 'DAILY' ? 'daily' : frequency === 'WEEKLY' ? 'weekly' : 'monthly',
    interval,
    weekdays: frequency === 'WEEKLY' ? names : [],
    on: frequency === 'MONTHLY' && day ? 'weekday' : 'date',
    date: String(byMonthDay[0] ?? Number(startsOn.slice(8, 10))),
    ...(frequency === 'MONTHLY' && day ? { nth: String(day.nth), weekday: weekdayNames[day.weekday] ?? 'SU' } : {}),
    ...(count === null ? {} : { ends: 'count', count }),
    ...(until ? { ends: 'until', until: until.slice(1).join('-') } : {}),
  };
}

/** Whether the fields express the whole rule. A monthly rule without a day uses the date of the start. */
function isSaidBy(repeat: Repeat, rrule: string): boolean {
  const parts = (text: string): string => {
    const all = text.trim().toUpperCase().split(';');
    return all
      .filter((part) => part !== 'INTERVAL=1')
      .map((part) => part.split(',').sort().join(','))
      .sort()
      .join(';');
  };
  const texts = ruleOf(repeat) ?? '';
  const implied = repeat.every === 'monthly' && !/BYDAY|BYMONTHDAY/i.test(rrule) ? `;BYMONTHDAY=${repeat.date}` : '';
  return parts(texts) === parts(rrule + implied);
}
