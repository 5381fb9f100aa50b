import { type PhaseName, phaseNames } from '@upvigil/core/contract/names/states';
import type { Phases } from '@upvigil/core/contract/phases';

/** Microseconds; null for a phase that did not occur. */
export type PhaseTimes = Record<PhaseName, number | null>;

export const noPhases: Readonly<PhaseTimes> = { dns: null, connect: null, tls: null, first_byte: null, transfer: null };

/** Each code is 8 percent above the previous one, so a time is exact to 4 percent. */
const step = Math.log(1.08);
const codes = 256;
/** Microseconds of each code, from 1 µs to 5 minutes. Code 0 means that the phase did not occur. */
const timesOfCodes = Array.from({ length: codes }, (_, code) => (code === 0 ? 0 : Math.exp((code - 1) * step)));

function codeOf(microseconds: number | null): number {
  if (microseconds === null) return 0;
  const nearest = 1 + Math.round(Math.log(Math.max(1, microseconds)) / step);
  return Math.min(nearest, codes - 1);
}

/** Encodes times as an integer below 2^40, a byte each with the first phase lowest; null without any phase. */
export function encodePhases(times: Readonly<PhaseTimes>): number | null {
  // Multiplies, because bit operators are limited to 32 bits.
  const encoded = phaseNames.reduceRight((higher, phase) => higher * codes + codeOf(times[phase]), 0);
  return encoded === 0 ? null : encoded;
}

/** Decodes times in microseconds, exact to 4 percent. Ignores further bytes. */
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

/** Times in seconds, to the microsecond, as on the wire. Null without any phase. */
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

export const storedPhases = (encoded: number | null): Phases | null =>
  encoded === null ? null : wirePhases(decodePhases(encoded));

/** Without phases that did not occur. In microseconds. */
export const measuredPhases = (times: Readonly<PhaseTimes>): Partial<Record<PhaseName, number>> =>
  Object.fromEntries(Object.entries(times).filter(([, time]) => time !== null));
