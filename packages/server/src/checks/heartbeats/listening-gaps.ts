import type { Gap } from './run-rules.ts';

/** When one process accepted pings. Milliseconds since the epoch. */
export interface ListeningPeriod {
  id: string;
  from_at: number;
  until_at: number;
}

/** How often a process records that it listens. */
export const recordMs = 10_000;
/** A process that has recorded nothing for longer does not listen. Allows for a slow database. */
const silentMs = 15_000;

/** The gaps in which no process listened, and the time up to which they are known. */
export interface ListeningPast {
  gaps: readonly Gap[];
  /** Whether somebody listens after this time is not recorded yet. */
  decidedUntil: number;
}

/** `own`: the running period of this process, which listens now; null if it accepts no pings. */
export function listeningPast(
  periods: readonly ListeningPeriod[],
  own: ListeningPeriod | null,
  now: number,
): ListeningPast {
  const known = periods.filter(({ id }) => id !== own?.id);
  if (own) known.push({ ...own, until_at: Math.max(now, own.from_at) });
  const gaps: Gap[] = [];
  let until = 0;
  for (const period of known.sort((one, other) => one.from_at - other.from_at)) {
    if (period.from_at > until) gaps.push({ from: until, to: period.from_at });
    until = Math.max(until, period.until_at);
  }
  if (until < now) gaps.push({ from: until, to: now });
  const last = gaps.at(-1);
  // A process that recorded its last time just before may still listen.
  const isOpen = last !== undefined && last.from > now - silentMs;
  return isOpen ? { gaps: gaps.slice(0, -1), decidedUntil: last.from } : { gaps, decidedUntil: now };
}
