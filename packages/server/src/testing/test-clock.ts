import { type Clock, systemClock } from '../base/clock.ts';

/** The machine's clock with timers that fire after a tenth of their time. */
export const hurriedClock: Clock = {
  ...systemClock,
  after: (milliseconds, callback) => systemClock.after(milliseconds / 10, callback),
};

/** A clock that stands still until the test advances it. */
export interface TestClock extends Clock {
  /**
   * Advances the time: fires due timers in order, each at its time, and waits after each until the work it started is
   * done.
   */
  advance(milliseconds: number): Promise<void>;
  /** Jumps ahead, as on a machine that slept: timers that became due fire now. */
  leap(milliseconds: number): void;
  /** Sets the wall clock back, as an operator would. */
  setBack(milliseconds: number): void;
}

interface Timer {
  due: number;
  callback: () => void;
}

/** `settled` resolves when only work that waits for this clock is left. */
export function createTestClock(start: number, settled: () => Promise<unknown>): TestClock {
  const timers = new Set<Timer>();
  let passed = 0;
  let setBackBy = 0;

  const inOrder = (): Timer[] => [...timers].sort((one, other) => one.due - other.due);
  const callDue = (): void => {
    for (const timer of inOrder().filter(({ due }) => due <= passed)) {
      // An earlier timer may have cancelled it.
      if (timers.delete(timer)) timer.callback();
    }
  };

  return {
    // Whole milliseconds like a wall clock: a timer may be due within one.
    now: () => Math.floor(start + passed - setBackBy),
    monotonic: () => passed,
    after(milliseconds, callback) {
      const timer = { due: passed + Math.max(0, milliseconds), callback };
      timers.add(timer);
      // Needs no passing time.
      if (milliseconds <= 0) setImmediate(callDue);
      return () => void timers.delete(timer);
    },
    async advance(milliseconds) {
      const end = passed + milliseconds;
      await settled();
      for (let [next] = inOrder(); next && next.due <= end; [next] = inOrder()) {
        passed = Math.max(passed, next.due);
        callDue();
        await settled();
      }
      passed = end;
    },
    leap(milliseconds) {
      passed += milliseconds;
      callDue();
    },
    setBack(milliseconds) {
      setBackBy += milliseconds;
    },
  };
}
