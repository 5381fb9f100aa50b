import type { Clock } from '../../base/clock.ts';

export type WakeTimer = ReturnType<typeof createWakeTimer>;

/** One timer that is set for the earliest moment that anyone asked for. */
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
    /** Wakes at a moment of `clock.monotonic()`, unless it wakes earlier anyway. Null: nothing to wake for. */
    wakeAt(moment: number | null): void {
      if (moment === null || moment >= setFor) return;
      cancel();
      setFor = moment;
      const wait = moment - clock.monotonic();
      // Overdue: wake as soon as what came in was read. A timer would wait at least a millisecond more.
      if (wait <= 0) immediate = setImmediate(wake);
      else timer = setTimeout(wake, wait);
    },
    cancel,
  };
}
