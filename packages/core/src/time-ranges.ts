import { dayMs, hourMs, minuteMs } from './time.ts';

/**
 * Every time range of pages, commands, the terminal and the API. A point of its charts is an interval of
 * `bucketMinutes`.
 */
export const timeRanges = {
  '1h': { hours: 1, bucketMinutes: 15, label: 'Last Hour', name: '1 hour', short: '1 h' },
  '6h': { hours: 6, bucketMinutes: 15, label: 'Last 6 Hours', name: '6 hours', short: '6 h' },
  '24h': { hours: 24, bucketMinutes: 15, label: 'Last 24 Hours', name: '24 hours', short: '24 h' },
  '48h': { hours: 48, bucketMinutes: 15, label: 'Last 48 Hours', name: '48 hours', short: '48 h' },
  '72h': { hours: 72, bucketMinutes: 15, label: 'Last 72 Hours', name: '72 hours', short: '72 h' },
  '7d': { hours: 168, bucketMinutes: 60, label: 'Last 7 Days', name: '7 days', short: '7 d' },
  '30d': { hours: 720, bucketMinutes: 360, label: 'Last 30 Days', name: '30 days', short: '30 d' },
  '90d': { hours: 2160, bucketMinutes: 1440, label: 'Last 90 Days', name: '90 days', short: '90 d' },
  '1y': { hours: 8760, bucketMinutes: 10_080, label: 'Last Year', name: 'Year', short: 'Year' },
} as const;
export type RangeId = keyof typeof timeRanges;
export const rangeIds = Object.keys(timeRanges) as RangeId[];

/** Ranges of histories, in addition to a single day. */
export const historyRangeIds = ['24h', '7d', '30d', '90d', '1y'] as const satisfies readonly RangeId[];
export type HistoryRangeId = (typeof historyRangeIds)[number];
/** Ranges that the dashboard and the alerts offer in addition to those of `defaults`. */
export const longRangeIds = ['30d', '90d', '1y'] as const satisfies readonly RangeId[];

/**
 * Query of a dashboard range: in hours for those of `defaults`, by id for longer ones, whose charts have fewer points.
 */
export function rangeOfHours(hours: number): { hours: number } | { range: RangeId } {
  const range = longRangeIds.find((id) => timeRanges[id].hours === hours);
  return range ? { range } : { hours };
}

export const isRangeId = (text: string): text is RangeId => Object.hasOwn(timeRanges, text);

/** A range that ends now, or one day. Times in ms since the epoch. */
export interface TimeWindow {
  from: number;
  to: number;
  bucketMs: number;
}

const localMidnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** A local day such as '2026-11-25'. */
export type LocalDay = `${number}-${number}-${number}`;

/** Hours that end now, or one local day. */
export type TimeSpan = number | LocalDay;

/** Whether a text is a local day that has begun. */
export const isPastDay = (text: string, now: number): text is LocalDay => (dayBounds(text)?.from ?? now + 1) <= now;

/** Start and end of a local day such as '2026-11-25', in ms since the epoch; null for any other text. */
export function dayBounds(day: string): { from: number; to: number } | null {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`).getTime() : Number.NaN;
  // Days have 23 or 25 hours when the clock changes.
  return Number.isNaN(from) ? null : { from, to: localMidnight(from + 1.5 * dayMs) };
}

/** The same for a day that was parsed. */
export const boundsOfDay = (day: LocalDay): { from: number; to: number } => dayBounds(day) ?? { from: 0, to: dayMs };

/** '2026-11-25' of a local time in ms since the epoch. */
export function localDay(time: number): LocalDay {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}` as LocalDay;
}

/** The local day before or after another one. */
export const dayBeside = (day: LocalDay, step: 1 | -1): LocalDay =>
  localDay(boundsOfDay(day).from + (step + 0.5) * dayMs);

/** A local day as the query of a window. */
export const dayQuery = ({ from, to }: { from: number; to: number }) => ({
  hours: Math.round((to - from) / hourMs),
  until: new Date(to).toISOString(),
});

/** Quarters of an hour are kept for slightly more than a week; older days are shown in hours. */
const quartersKeptMs = 7 * dayMs;

/** The window of a range that ends at `now`. */
export function windowOfRange(id: RangeId, now: number): TimeWindow {
  const { hours, bucketMinutes } = timeRanges[id];
  return { from: now - hours * hourMs, to: now, bucketMs: bucketMinutes * minuteMs };
}

const hoursInQuarters = 7 * 24;
const hoursInHours = 30 * 24;

/** The window of the last hours, for queries without a range. */
export function windowOfHours(hours: number, now: number): TimeWindow {
  const bucketMs = hours <= hoursInQuarters ? 15 * minuteMs : hours <= hoursInHours ? hourMs : dayMs;
  return { from: now - hours * hourMs, to: now, bucketMs };
}

/** The window of a day between two midnights, cut off at `now`. */
export const windowOfDay = (from: number, end: number, now: number): TimeWindow => ({
  from,
  to: Math.max(from, Math.min(end, now)),
  bucketMs: now - from <= quartersKeptMs ? 15 * minuteMs : hourMs,
});

/** A span as the query of the server. */
export function queryOfSpan(span: TimeSpan): { hours: number; until?: string } | { range: RangeId } {
  return typeof span === 'number' ? rangeOfHours(span) : dayQuery(boundsOfDay(span));
}

/** The times that a span means. */
export function windowOfSpan(span: TimeSpan, now: number): TimeWindow {
  if (typeof span === 'number') return windowOfHours(span, now);
  const { from, to } = boundsOfDay(span);
  return windowOfDay(from, to, now);
}

/** The window of a query. */
export function windowOfQuery(
  query: { hours: number; range?: RangeId | undefined; until?: string | undefined },
  now: number,
): TimeWindow {
  if (query.until !== undefined) {
    const end = Date.parse(query.until);
    return windowOfDay(end - query.hours * hourMs, end, now);
  }
  return query.range === undefined ? windowOfHours(query.hours, now) : windowOfRange(query.range, now);
}
