import type { Clock } from '../../../base/clock.ts';

/** Whoever did not ask for so long slept, or has another clock by now. Milliseconds. */
const absentMilliseconds = 150_000;

export type Presence = ReturnType<typeof createPresence>;

/**
 * Since when this process has been here without a break, so that what happened in its absence is no fault of a
 * monitor.
 */
export function createPresence(clock: Pick<Clock, 'now'>) {
  let since = clock.now();
  let asked = since;
  return {
    /** Milliseconds since the epoch. Is to be asked once a minute at least. */
    since(): number {
      const now = clock.now();
      if (Math.abs(now - asked) > absentMilliseconds) since = now;
      asked = now;
      return since;
    },
    /** It begins now, as after a restore. */
    begin(): void {
      since = clock.now();
      asked = since;
    },
  };
}
