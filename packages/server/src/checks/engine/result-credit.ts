import { type Allowed, unlimited } from './thread/thread-messages.ts';

/** Smaller changes are not sent, because each message wakes the thread. */
const leastChange = 250;

export type ResultCredit = ReturnType<typeof createResultCredit>;

/**
 * Limits for the checks that the probe thread starts on schedule. The thread enforces the last limits, even if the main
 * thread is busy or the process was suspended. Results are counted from the thread's start, so messages in transit do
 * not affect the count.
 */
export function createResultCredit(send: (allowed: Partial<Allowed>) => void) {
  const allowed = { ...unlimited };
  let taken = 0;
  let room = allowed.results;
  return {
    /** Records that results were received from the thread. */
    take(count: number): void {
      taken += count;
    },
    /** Allows checks until this time, in milliseconds of the monotonic clock. */
    until(moment: number): void {
      allowed.until = moment;
      send({ until: moment });
    },
    /** Allows `next` further results; Infinity: no limit. */
    results(next: number): void {
      room = next;
      const results = taken + room;
      if (results === allowed.results || Math.abs(results - allowed.results) < leastChange) return;
      allowed.results = results;
      send({ results });
    },
    /** A new thread counts from zero. Returns the limits to send to it. */
    restart(): Allowed {
      taken = 0;
      allowed.results = room;
      return { ...allowed };
    },
  };
}
