import { minuteMs } from '@upvigil/core/time';
/** Value of a `datetime-local` input in this browser's time zone: '2026-11-24T11:40'. */
export function localTimeText(time: string): string {
  const local = new Date(time);
  const shifted = new Date(local.getTime() - local.getTimezoneOffset() * minuteMs);
  return shifted.toISOString().slice(0, 16);
}

/**
 * ISO time of a `datetime-local` value; undefined if empty. The field shows whole minutes, so an unchanged value
 * returns the original with its milliseconds.
 */
export function timeOfText(text: string, original?: string): string | undefined {
  if (text === '') return undefined;
  if (original !== undefined && text === localTimeText(original)) return original;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
