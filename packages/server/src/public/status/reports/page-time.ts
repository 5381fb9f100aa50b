import type { Language } from '@upvigil/core/contract/names/languages';
import { type Html, html } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';

/** Time; day and time; with year; weekday and date. The pages' script writes the same in the visitor's zone. */
type TimeShape = 't' | 'd' | 'l' | 'w';

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const shapes: Record<TimeShape, Intl.DateTimeFormatOptions> = {
  t: clock,
  d: { ...clock, day: 'numeric', month: 'short' },
  l: { ...clock, ...date },
  w: { ...date, weekday: 'short' },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** The tag for Intl: English uses British dates and lists, with the day first. */
export const intlTag = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** `at`: milliseconds since the epoch. */
export const formatUtc = (at: number, options: Intl.DateTimeFormatOptions, language: Language): string =>
  formatIn(options, language).format(at);

/** Two days in UTC: '22–25 Nov'. */
export const formatUtcRange = (
  from: number,
  to: number,
  options: Intl.DateTimeFormatOptions,
  language: Language,
): string => formatIn(options, language).formatRange(from, to);

function formatIn(options: Intl.DateTimeFormatOptions, language: Language): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(intlTag(language), { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

export const formatTime = (at: number, shape: TimeShape, { language }: Pick<Locale, 'language'>): string =>
  formatUtc(at, shapes[shape], language);

/** A time that the script rewrites in the visitor's zone. */
export function localTime(at: number, shape: TimeShape, locale: Locale): Html {
  const title = `${formatTime(at, 'l', locale)} UTC`;
  return html`<time datetime="${isoMinute(at)}" data-f="${shape}" title="${title}">${formatTime(at, shape, locale)}</time>`;
}

/** A time that stays in UTC, for example below a day in UTC. */
export const utcTime = (at: number, shape: TimeShape, locale: Locale): Html =>
  html`<time datetime="${isoMinute(at)}">${formatTime(at, shape, locale)}</time>`;

const isoMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

/** A shape with the day only if it differs from that of `since`, in UTC. */
export const shapeAfter = (at: number, since: number): TimeShape =>
  new Date(at).toDateString() === new Date(since).toDateString() ? 't' : 'd';
