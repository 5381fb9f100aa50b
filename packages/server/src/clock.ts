/** Wall clock and monotonic clock, passed in so that a day's schedule tests in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. May jump; only for what is shown and stored. */
  now(): number;
  /** Milliseconds on a clock that never jumps, the same in all threads of a process; only for durations. */
  monotonic(): number;
}

/** Each thread's performance.now() begins at zero; the clock beneath it is one. */
const threadBegan = Number(process.hrtime.bigint()) / 1e6 - performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now() + threadBegan,
};
