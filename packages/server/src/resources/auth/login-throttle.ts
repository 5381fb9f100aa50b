const minuteMs = 60_000;
/** Far more addresses than sign in within a minute; bounds what a flood from many addresses can take. */
const keptAddresses = 10_000;

/** Counts wrong passwords by address. */
export interface LoginThrottle {
  /**
   * Counts an attempt as wrong until `forgive` is called, so that attempts made at once cannot slip through.
   * Answers the seconds to wait when there were too many, else null.
   */
  attempt(address: string): number | null;
  /** The attempt was right: it does not count. */
  forgive(address: string): void;
}

/** `monotonic` gives milliseconds on a clock that never jumps. */
export function createLoginThrottle(maxPerMinute: number, monotonic: () => number): LoginThrottle {
  const attempts = new Map<string, number[]>();
  const recent = (address: string): number[] =>
    (attempts.get(address) ?? []).filter((time) => monotonic() - time < minuteMs);

  return {
    attempt(address) {
      const times = recent(address);
      const [oldest] = times;
      if (times.length >= maxPerMinute && oldest !== undefined) {
        return Math.max(1, Math.ceil((oldest + minuteMs - monotonic()) / 1000));
      }
      attempts.delete(address);
      attempts.set(address, [...times, monotonic()]);
      const [first] = attempts.keys();
      if (attempts.size > keptAddresses && first !== undefined) attempts.delete(first);
      return null;
    },
    forgive(address) {
      const times = recent(address).slice(0, -1);
      if (times.length === 0) attempts.delete(address);
      else attempts.set(address, times);
    },
  };
}
