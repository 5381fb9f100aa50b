import { type Clock, systemClock } from '../base/clock.ts';

/** The clock of the machine, whose timers come after a tenth of their time. */
export const hurriedClock: Clock = {
  ...systemClock,
  after: (milliseconds, callback) => systemClock.after(milliseconds / 10, callback),
};

/** A clock of the test's own: the time stands still until the test lets it pass. */
export interface TestClock extends Clock {
  /** Lets the time pass: calls what is due at its moment, in order, and waits after each until what it began is done. */
  advance(milliseconds: number): Promise<void>;
  /** The time has passed at once, as on a machine that slept: what was due meanwhile is called now. */
  leap(milliseconds: number): void;
  /** Sets the wall clock back, as an operator would. */
  setBack(milliseconds: number): void;
}

interface Timer {
  due: number;
  callback: () => void;
}

/** `settled` resolves when nothing goes on any more that does not wait for this clock. */
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
    // Whole milliseconds, as a wall clock has them: a timer may be due within one.
    now: () => Math.floor(start + passed - setBackBy),
    monotonic: () => passed,
    after(milliseconds, callback) {
      const timer = { due: passed + Math.max(0, milliseconds), callback };
      timers.add(timer);
      // Time does not have to pass for it.
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
