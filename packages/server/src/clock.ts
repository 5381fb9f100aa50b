/** Wall clock and monotonic clock, passed in so that a day's schedule tests in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. May jump; only for what is shown and stored. */
  now(): number;
  /** Milliseconds on a clock that never jumps, the same in all threads of a process; only for durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not performance.now(): it begins at zero in each thread, and no thread can tell exactly when another's began.
  monotonic: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
};
