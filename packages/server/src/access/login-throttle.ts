const minuteMs = 60_000;
/** Far more networks than sign in within a minute; bounds what a flood from many networks can take. */
const keptNetworks = 10_000;
/** Far more than an administrator signs in from. */
const keptKnown = 200;

/** Counts wrong passwords by network. */
export interface LoginThrottle {
  /**
   * Counts an attempt as wrong until `forgive` is called, so that attempts made at once cannot slip through.
   * Returns the seconds to wait when there were too many, else null.
   */
  attempt(network: string): number | null;
  /** The attempt was not compared, or was right: it does not count. */
  forgive(network: string): void;
  /** The attempt was right: it does not count, and its network is known from now on. */
  welcome(network: string): void;
  /** Somebody signed in from there, since the start and not too long ago. */
  isKnown(network: string): boolean;
}

/** `monotonic` gives milliseconds on a clock that never jumps. */
export function createLoginThrottle(maxPerMinute: number, monotonic: () => number): LoginThrottle {
  const attempts = new Map<string, number[]>();
  const known = new Set<string>();
  const recent = (network: string): number[] =>
    (attempts.get(network) ?? []).filter((time) => monotonic() - time < minuteMs);
  const forgive = (network: string): void => {
    const times = recent(network).slice(0, -1);
    if (times.length === 0) attempts.delete(network);
    else attempts.set(network, times);
  };

  return {
    attempt(network) {
      const times = recent(network);
      const [oldest] = times;
      if (times.length >= maxPerMinute && oldest !== undefined) {
        return Math.max(1, Math.ceil((oldest + minuteMs - monotonic()) / 1000));
      }
      attempts.delete(network);
      attempts.set(network, [...times, monotonic()]);
      dropOldest(attempts, keptNetworks);
      return null;
    },
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
