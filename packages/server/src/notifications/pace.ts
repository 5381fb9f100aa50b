/** Messages to one destination in any minute, however large the storm. */
const mostMessages = 3;
const windowMilliseconds = 60_000;

/** Keeps a storm from flooding one destination. Times are of a monotonic clock, in milliseconds. */
export interface Pace {
  /** How long the next message to a destination has to wait; 0 when it may go. */
  waitFor(key: string): number;
  /** Notes that a message went out. */
  count(key: string): void;
}

/** Holds nothing for destinations that were quiet for a minute. */
export function createPace(monotonic: () => number): Pace {
  const sent = new Map<string, number[]>();
  const recent = (key: string): number[] => {
    const start = monotonic() - windowMilliseconds;
    return (sent.get(key) ?? []).filter((time) => time > start);
  };
  const forgetQuiet = (): void => {
    for (const key of sent.keys()) if (recent(key).length === 0) sent.delete(key);
  };
  return {
    waitFor(key) {
      const times = recent(key);
      const oldest = times.at(-mostMessages);
      return oldest === undefined ? 0 : Math.max(0, oldest + windowMilliseconds - monotonic());
    },
    count(key) {
      forgetQuiet();
      sent.set(key, [...recent(key), monotonic()]);
    },
  };
}
