import { translated } from '../../language/catalogue.ts';
import { commonTexts } from '../../language/common-texts.ts';

const shapes = {
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'short' },
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  hourMinute: { hour: '2-digit', minute: '2-digit' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeShape = keyof typeof shapes;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters, because creating one is far slower than using it, and lists format thousands of times. */
function formatter(shape: TimeShape, timeZone: string | undefined): Intl.DateTimeFormat {
  const language = translated('language', 'en');
  const key = `${language} ${shape} ${timeZone ?? ''}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...shapes[shape],
    ...(timeZone ? { timeZone } : {}),
  });
  formatters.set(key, made);
  return made;
}

/** A point in time in local time: '20 Nov 2026, 18:24', '20 Nov 2026', '18:24:07'. */
export const formatTime = (time: string | number, shape: TimeShape): string =>
  formatter(shape, undefined).format(new Date(time));

/** A UTC day of the server ('2026-11-02') as '2 Nov 2026', not converted to the local time zone. */
export const formatUtcDay = (day: string, shape: 'date' | 'dayMonth'): string =>
  formatter(shape, 'UTC').format(new Date(`${day}T00:00:00Z`));

const steps = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3_600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
] as const;

const relativeWords = (numeric: 'always' | 'auto') =>
  new Intl.RelativeTimeFormat(translated('language', 'en'), { numeric });

/** Relative time in its largest unit: '3 hours ago', 'less than a minute ago'. Both times in ms since the epoch. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((now - time) / 1000);
  const step = steps.find((one) => Math.abs(seconds) >= one.seconds);
  if (!step) return commonTexts().justNow;
  const count = Math.floor(Math.abs(seconds) / step.seconds);
  return relativeWords('always').format(seconds >= 0 ? -count : count, step.unit);
}

/** '12:04'; on another day '9 Mar, 12:04'. */
export function sinceText(time: string): string {
  const isToday = startOfLocalDay(Date.parse(time)) === startOfLocalDay(Date.now());
  return isToday
    ? formatTime(time, 'hourMinute')
    : `${formatTime(time, 'dayMonth')}, ${formatTime(time, 'hourMinute')}`;
}

/** Midnight of the local day in ms since the epoch. */
export const startOfLocalDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** 'Today', 'Yesterday' or the date of a local day. */
export function dayName(time: number, now: number): string {
  const day = startOfLocalDay(time);
  if (day === startOfLocalDay(now)) return dayWord(0);
  if (day === startOfLocalDay(startOfLocalDay(now) - 1)) return dayWord(-1);
  return formatTime(time, 'weekday');
}

function dayWord(days: number): string {
  const word = relativeWords('auto').format(days, 'day');
  return word.charAt(0).toUpperCase() + word.slice(1);
}
