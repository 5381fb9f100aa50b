import type { Clock } from '../clock.ts';

/** One timer that is set for the earliest moment that anyone asked for. */
export interface WakeTimer {
  /** Wakes at a moment of `clock.monotonic()`, unless it wakes earlier anyway. Null: nothing to wake for. */
  wakeAt(moment: number | null): void;
  cancel(): void;
}

export function createWakeTimer(clock: Clock, onWake: () => void): WakeTimer {
  let timer: NodeJS.Timeout | undefined;
  let setFor = Number.POSITIVE_INFINITY;
  const cancel = (): void => {
    clearTimeout(timer);
    setFor = Number.POSITIVE_INFINITY;
  };
  return {
    wakeAt(moment) {
      if (moment === null || moment >= setFor) return;
      cancel();
      setFor = moment;
      timer = setTimeout(
        () => {
          setFor = Number.POSITIVE_INFINITY;
          onWake();
        },
        Math.max(0, moment - clock.monotonic()),
      );
    },
    cancel,
  };
}
