import type { Clock } from '../../base/clock.ts';

export type WakeTimer = ReturnType<typeof createWakeTimer>;

/** One timer, set for the earliest requested time. */
export function createWakeTimer(clock: Clock, onWake: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let setFor = Number.POSITIVE_INFINITY;
  const cancel = (): void => {
    clearTimeout(timer);
    clearImmediate(immediate);
    setFor = Number.POSITIVE_INFINITY;
  };
  const wake = (): void => {
    setFor = Number.POSITIVE_INFINITY;
    onWake();
  };
  return {
    /** Wakes at a time of `clock.monotonic()`, or earlier if already requested. Null: no request. */
    wakeAt(moment: number | null): void {
      if (moment === null || moment >= setFor) return;
      cancel();
      setFor = moment;
      const wait = moment - clock.monotonic();
      // Overdue: wakes after pending input was read. A timer would take at least a millisecond more.
      if (wait <= 0) immediate = setImmediate(wake);
      else timer = setTimeout(wake, wait);
    },
    cancel,
  };
}
