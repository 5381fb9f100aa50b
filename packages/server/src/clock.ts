/** Wall clock and monotonic clock, passed in so that a day's schedule tests in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. May jump; only for what is shown and stored. */
  now(): number;
  /** Milliseconds on a clock that never jumps; only for durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
