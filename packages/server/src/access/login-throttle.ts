import { minuteMs } from '@upvigil/core/time';

/** More networks than ever sign in within a minute. Bounds the memory that a flood from many networks can take. */
const keptNetworks = 10_000;
/** More networks than an administrator ever signs in from. */
const keptKnown = 200;

/** Counts wrong passwords by network. */
export interface LoginThrottle {
  /**
   * Counts an attempt as wrong until `forgive` is called, so that attempts made at once cannot slip through.
   * Returns the seconds to wait when there were too many, else null.
   */
  attempt(network: string): number | null;
  /** How many attempts of the last minute were wrong, or wait. */
  count(network: string): number;
  /** Takes back an attempt that was right, or was not compared. */
  forgive(network: string): void;
  /** Takes back an attempt that was right, and knows its network from now on. */
  welcome(network: string): void;
  /** Whether somebody signed in from there since the start, and fewer than 200 networks were welcomed since. */
  isKnown(network: string): boolean;
}

/** `most` wrong ones within `windowMs`. `monotonic` gives milliseconds on a clock that never jumps. */
export function createLoginThrottle(most: number, monotonic: () => number, windowMs = minuteMs): LoginThrottle {
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
    attempt(network) {
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
    count: (network) => recent(network).length,
    forgive,
    welcome(network) {
      forgive(network);
      known.delete(network);
      known.add(network);
      dropOldest(known, keptKnown);
    },
    isKnown: (network) => known.has(network),
  };
}

function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
