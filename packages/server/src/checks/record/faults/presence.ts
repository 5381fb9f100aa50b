import type { Clock } from '../../../base/clock.ts';

/** In milliseconds. After a longer pause of calls, the process was suspended, or the clock was set. */
const absentMilliseconds = 150_000;

export type Presence = ReturnType<typeof createPresence>;

/**
 * Start of the time in which this process has run without interruption, so that its own absence is not held against
 * monitors.
 */
export function createPresence(clock: Pick<Clock, 'now'>) {
  let since = clock.now();
  let calledAt = since;
  return {
    /** Milliseconds since the epoch. Must be called at least once a minute. */
    since(): number {
      const now = clock.now();
      if (Math.abs(now - calledAt) > absentMilliseconds) since = now;
      calledAt = now;
      return since;
    },
    /** Restarts the time (after a restore, say). */
    begin(): void {
      since = clock.now();
      calledAt = since;
    },
  };
}
