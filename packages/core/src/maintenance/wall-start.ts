import { dayMs } from '../time.ts';
import type { DateNumber } from './recurrence.ts';

/** A time by the clocks of a zone: the date, and milliseconds after its midnight. */
export interface WallStart {
  date: DateNumber;
  time: number;
}

/** Reads '2027-03-28T02:30'; null for what is no date and time of day. */
export function parseWallStart(text: string): WallStart | null {
  if (!/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null;
  const at = Date.parse(`${text}:00Z`);
  // The 30th of February is read as the 2nd of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 16) !== text) return null;
  return { date: Math.floor(at / dayMs) * dayMs, time: ((at % dayMs) + dayMs) % dayMs };
}
