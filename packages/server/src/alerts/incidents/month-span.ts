/** A month in UTC, '2026-11', in milliseconds since the epoch: from `start`, before `end`. */
export function monthSpan(month: string): { start: number; end: number } {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return { start: Date.UTC(year, number - 1), end: Date.UTC(year, number) };
}

/** The month in UTC of a time. */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** `count` months later; earlier if negative. */
export const monthsLater = (month: string, count: number): string => {
  const { start } = monthSpan(month);
  const date = new Date(start);
  return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count));
};
