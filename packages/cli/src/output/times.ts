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

/** ISO 8601 without milliseconds: 2026-11-20T18:24:07Z. */
export const isoSeconds = (time: number): string =>
  asDate(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
