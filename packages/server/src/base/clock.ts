/** Cancels the callback. Does nothing if it has already run. */
export type Cancel = () => void;

/** Wall clock, monotonic clock and timers. Injected, so that tests simulate a day in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. May jump, so use it only for shown and stored times. */
  now(): number;
  /** Milliseconds on a clock that never jumps. Equal in all threads of a process. Use it only for durations. */
  monotonic(): number;
  /** Calls back once after `milliseconds` of the monotonic clock. Keeps the process alive until then. */
  after(milliseconds: number, callback: () => void): Cancel;
}

/** Resolves after `milliseconds` of that clock. */
export const pause = (clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void clock.after(milliseconds, resolve));

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not performance.now(): it starts at zero in each thread, and the threads do not know the offset exactly.
  monotonic: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
