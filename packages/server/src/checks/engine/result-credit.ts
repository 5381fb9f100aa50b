import { type Allowed, unlimited } from './thread/thread-messages.ts';

/** Smaller changes are not sent: they would only wake the thread. */
const leastChange = 250;

export type ResultCredit = ReturnType<typeof createResultCredit>;

/**
 * Limits of the checks that the probe thread starts by itself. The thread keeps to the last ones, even when the
 * main thread is busy or the process was suspended. Results are counted from the thread's start, so messages on
 * their way between the threads change nothing.
 */
export function createResultCredit(send: (allowed: Partial<Allowed>) => void) {
  const allowed = { ...unlimited };
  let taken = 0;
  let room = allowed.results;
  return {
    /** Results were taken from the thread. */
    take(count: number): void {
      taken += count;
    },
    /** Allows checks until that moment, milliseconds of the monotonic clock. */
    until(moment: number): void {
      allowed.until = moment;
      send({ until: moment });
    },
    /** Allows checks until so many results more were taken; Infinity: no limit. */
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
