import { minuteMs } from '@upvigil/core/time';

/** More networks than sign in within a minute in practice. Bounds the memory that a flood can take. */
const keptNetworks = 10_000;
/** More networks than an administrator signs in from in practice. */
const keptKnown = 200;

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * Limits wrong passwords by network. Allows `most` wrong attempts within `windowMs`. `monotonic` returns milliseconds
 * of a clock that never jumps.
 */
export function createLoginThrottle(most: number, monotonic: () => number, windowMs = minuteMs) {
  const attempts = new Map<string, number[]>();
  const known = new Set<string>();
  const recent = (network: string): number[] =>
    (attempts.get(network) ?? []).filter((time) => monotonic() - time < windowMs);
  const forgive = (network: string): void => {
    const times = recent(network).slice(0, -1);
    if (times.length === 0) attempts.delete(network);
    else attempts.set(network, times);
  };

  return {
    /**
     * Counts an attempt as wrong until `forgive` is called, so that concurrent attempts cannot slip through. Returns
     * the seconds to wait when the limit is reached, else null.
     */
    attempt(network: string): number | null {
      const times = recent(network);
      const [oldest] = times;
      if (times.length >= most && oldest !== undefined) {
        return Math.max(1, Math.ceil((oldest + windowMs - monotonic()) / 1000));
      }
      attempts.delete(network);
      attempts.set(network, [...times, monotonic()]);
      dropOldest(attempts, keptNetworks);
      return null;
    },
    /** Attempts of the last minute that were wrong or are not decided yet. */
    count: (network: string): number => recent(network).length,
    /** Removes an attempt that was right, or was not compared. */
    forgive,
    /** Removes an attempt that was right, and remembers its network as known. */
    welcome(network: string): void {
      forgive(network);
      known.delete(network);
      known.add(network);
      dropOldest(known, keptKnown);
    },
    /** Whether somebody signed in from this network since the start. Only the last 200 networks are kept. */
    isKnown: (network: string): boolean => known.has(network),
  };
}

function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
