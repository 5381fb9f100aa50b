/** Gives up what was to come; nothing happens when it came already. */
export type Cancel = () => void;

/** Wall clock, monotonic clock and timers, passed in so that a day's schedule tests in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. May jump; only for what is shown and stored. */
  now(): number;
  /** Milliseconds on a clock that never jumps, the same in all threads of a process; only for durations. */
  monotonic(): number;
  /** Calls back once, when so many milliseconds of the monotonic clock have passed. Keeps the process alive until then. */
  after(milliseconds: number, callback: () => void): Cancel;
}

/** Waits until so much time has passed by that clock. */
export const pause = (clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void clock.after(milliseconds, resolve));

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not performance.now(): it begins at zero in each thread, and no thread knows exactly when another's began.
  monotonic: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
