import { type LastFault, lastFaultSchema } from '@upvigil/core/contract/checks';
import { timeSchema } from '@upvigil/core/contract/fields/fields';
import { foreignText } from '@upvigil/core/format/foreign-text';
import { z } from 'zod';
import type { FaultReason } from './check.ts';

/** A monitor's newest fault, and the series of faults without a check between them that ends with it. */
export const storedFaultSchema = lastFaultSchema.extend({
  /** Time of the first fault of the series. Rows of earlier versions lack it. */
  first_at: timeSchema.optional(),
  /** Time over which the series was observed. */
  series_ms: z.int().nonnegative().default(0),
});
type StoredFault = z.output<typeof storedFaultSchema>;

export interface Fault {
  reason: FaultReason;
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The JSON in a monitor's row after faults over a time that was observed without gaps, in milliseconds. */
export const encodeLastFault = (reason: FaultReason, message: string, at: number, series_ms = 0): string =>
  encodeFault({ reason, message, at }, at - series_ms, series_ms);

const encodeFault = ({ reason, message, at }: Fault, firstAt: number, series_ms: number): string =>
  JSON.stringify({
    reason,
    message: foreignText(message),
    at: new Date(at).toISOString(),
    first_at: new Date(firstAt).toISOString(),
    series_ms,
  } satisfies StoredFault);

/** These say nothing about the monitor. */
const ownReasons: readonly string[] = ['offline', 'shutting-down'] satisfies FaultReason[];
/** Faults come at least once an interval. A pause that is longer by more is an absence of Upvigil. Milliseconds. */
const longestDelay = 150_000;

interface FaultedRow {
  check_interval_seconds: number;
  last_check_time: number | null;
  last_fault: string | null;
}

/** The JSON in a monitor's row after a fault. Continues the series, unless the monitor was checked since it began. */
export function encodeNextFault(row: FaultedRow, fault: Fault): string {
  const before = readFaultSeries(row);
  if (before === null) return encodeFault(fault, fault.at, 0);
  const pause = fault.at - before.last_at;
  const isOwn = [before.reason, fault.reason].some((reason) => ownReasons.includes(reason));
  const observed = isOwn ? 0 : Math.min(Math.max(0, pause), row.check_interval_seconds * 1000 + longestDelay);
  // The minimum matters after the clock was set back.
  return encodeFault(fault, Math.min(before.first_at, fault.at), before.observed_ms + observed);
}

/** Times in milliseconds since the epoch. */
export interface FaultSeries {
  reason: string;
  first_at: number;
  last_at: number;
  /** Time over which faults were observed: without absences of Upvigil, and without the time in which it was offline. */
  observed_ms: number;
}

/** The faults since the last check of a monitor; null if there were none. */
export function readFaultSeries({ last_check_time, last_fault }: Omit<FaultedRow, 'check_interval_seconds'>) {
  const stored = decodeStoredFault(last_fault);
  if (stored === null) return null;
  const series: FaultSeries = {
    reason: stored.reason,
    first_at: Date.parse(stored.first_at ?? stored.at),
    last_at: Date.parse(stored.at),
    observed_ms: stored.series_ms,
  };
  return last_check_time !== null && series.first_at <= last_check_time ? null : series;
}

/** Null if the row has no fault or an unreadable one. */
export function decodeLastFault(text: string | null): LastFault | null {
  const stored = decodeStoredFault(text);
  return stored && { reason: stored.reason, message: stored.message, at: stored.at };
}

function decodeStoredFault(text: string | null): StoredFault | null {
  if (text === null) return null;
  try {
    return storedFaultSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
