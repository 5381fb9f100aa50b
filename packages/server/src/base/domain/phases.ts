import { type PhaseName, phaseNames } from '@upvigil/core/contract/names/states';
import type { Phases } from '@upvigil/core/contract/phases';

/** Microseconds of each phase of a check; null where it had none. */
export type PhaseTimes = Record<PhaseName, number | null>;

export const noPhases: Readonly<PhaseTimes> = { dns: null, connect: null, tls: null, first_byte: null, transfer: null };

/** Each code stands for 8 percent more than the one before it, so a time is exact to 4 percent. */
const step = Math.log(1.08);
const codes = 256;
/** Microseconds that each code stands for: from 1 µs to 5 minutes. Code 0 is for a phase that was not. */
const timesOfCodes = Array.from({ length: codes }, (_, code) => (code === 0 ? 0 : Math.exp((code - 1) * step)));

function codeOf(microseconds: number | null): number {
  if (microseconds === null) return 0;
  const nearest = 1 + Math.round(Math.log(Math.max(1, microseconds)) / step);
  return Math.min(nearest, codes - 1);
}

/** Times as one whole number below 2^40, a byte each with the first phase lowest; null when there was no phase. */
export function encodePhases(times: Readonly<PhaseTimes>): number | null {
  // By products, because bit operators stop at 32 bits.
  const encoded = phaseNames.reduceRight((higher, phase) => higher * codes + codeOf(times[phase]), 0);
  return encoded === 0 ? null : encoded;
}

/** Decodes times, exact to 4 percent, in microseconds. Further bytes are ignored. */
export function decodePhases(encoded: number): PhaseTimes {
  const times = { ...noPhases };
  let left = encoded;
  for (const phase of phaseNames) {
    const code = left % codes;
    times[phase] = code === 0 ? null : (timesOfCodes[code] ?? null);
    left = Math.floor(left / codes);
  }
  return times;
}

/** On the wire: in seconds, to the microsecond. Null when there was no phase. */
export function wirePhases(times: Readonly<PhaseTimes> | null): Phases | null {
  if (times === null || phaseNames.every((phase) => times[phase] === null)) return null;
  const seconds = (phase: PhaseName): number | null => {
    const time = times[phase];
    return time === null ? null : Math.round(time) / 1e6;
  };
  return {
    dns: seconds('dns'),
    connect: seconds('connect'),
    tls: seconds('tls'),
    first_byte: seconds('first_byte'),
    transfer: seconds('transfer'),
  };
}

/** Stored phases on the wire. */
export const storedPhases = (encoded: number | null): Phases | null =>
  encoded === null ? null : wirePhases(decodePhases(encoded));

/** The phases that a check had, microseconds. */
export const measuredPhases = (times: Readonly<PhaseTimes>): Partial<Record<PhaseName, number>> =>
  Object.fromEntries(Object.entries(times).filter(([, time]) => time !== null));
