import type { Clock } from '../../base/clock.ts';

/** Total time of steps before events are handled. */
const sliceMilliseconds = 1;

export type TimeSlices = ReturnType<typeof createTimeSlices>;

/**
 * Divides a thread's time among long tasks, so that they do not delay other checks. A step must be short, because
 * nothing interrupts it.
 */
export function createTimeSlices({ monotonic }: Clock) {
  const waiting: (() => boolean)[] = [];
  let isSliceScheduled = false;
  const scheduleSlice = (): void => {
    if (isSliceScheduled || waiting.length === 0) return;
    isSliceScheduled = true;
    setImmediate(runSlice);
  };
  const runSlice = (): void => {
    isSliceScheduled = false;
    const end = monotonic() + sliceMilliseconds;
    do {
      const step = waiting.shift();
      if (step?.()) waiting.push(step);
    } while (waiting.length > 0 && monotonic() < end);
    scheduleSlice();
  };
  const add = (step: () => boolean): void => {
    waiting.push(step);
    scheduleSlice();
  };
  return {
    /** Calls `step` until it returns false, alternating with steps of other tasks and with events. */
    add,
    /** Calls `work` once, in the same queue. Settles with its result. */
    run: <Result>(work: () => Result): Promise<Result> =>
      new Promise((resolve, reject) =>
        add(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
          return false;
        }),
      ),
  };
}
