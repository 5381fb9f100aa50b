const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const two = (value: number): string => String(value).padStart(2, '0');
const asDate = (time: string | number): Date => new Date(time);

/** Local time of day: 18:24. */
export function hourMinute(time: string | number): string {
  const date = asDate(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Local time of day with seconds: 18:24:07. */
export const timeOfDay = (time: string | number): string => `${hourMinute(time)}:${two(asDate(time).getSeconds())}`;

/** Local day and time: Nov 20 2026 18:24:07. */
export function dayAndTime(time: string | number): string {
  const date = asDate(time);
  return `${months[date.getMonth()]} ${date.getDate()} ${date.getFullYear()} ${timeOfDay(time)}`;
}

/** Local day of the month: Nov 20. */
export function dayOfMonth(time: string | number): string {
  const date = asDate(time);
  return `${months[date.getMonth()]} ${date.getDate()}`;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A length of time for a column: '12 s', '42 min', '1 h 43 min', '2 d 4 h'. */
export function shortDuration(ms: number): string {
  const whole = (unit: number, rest = ms): number => Math.floor(Math.max(0, rest) / unit);
  const smaller = (count: number, unit: string): string => (count === 0 ? '' : ` ${count} ${unit}`);
  if (ms >= dayMs) return `${whole(dayMs)} d${smaller(whole(hourMs, ms % dayMs), 'h')}`;
  if (ms >= hourMs) return `${whole(hourMs)} h${smaller(whole(minuteMs, ms % hourMs), 'min')}`;
  return ms >= minuteMs ? `${whole(minuteMs)} min` : `${whole(secondMs)} s`;
}

/** How long something has lasted that still does. No seconds: nobody looks again each second. */
export const durationSoFar = (ms: number): string => (ms < minuteMs ? '<1 min' : shortDuration(ms));

/** ISO 8601 without milliseconds: 2026-11-20T18:24:07Z. */
export const isoSeconds = (time: number): string =>
  asDate(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
