import { type Allowed, unlimited } from './thread/thread-messages.ts';

/**
 * How far the probe thread may start checks by itself. The thread keeps to what it was told last, even when the main thread has
 * no time or the process stood still. Results are told as a total since the thread's start, so messages that are still on their
 * way between the threads change nothing.
 */
export interface ResultCredit {
  /** Results were taken from the thread. */
  take(count: number): void;
  /** Allows checks until that moment, milliseconds of the monotonic clock. */
  until(moment: number): void;
  /** Allows checks until so many results more were taken; Infinity: no limit. */
  results(room: number): void;
  /** A new thread counts from zero. Returns what it must be told. */
  restart(): Allowed;
}

/** Smaller changes are not told: they would only wake the thread. */
const leastChange = 250;

export function createResultCredit(tell: (allowed: Partial<Allowed>) => void): ResultCredit {
  const allowed = { ...unlimited };
  let taken = 0;
  let room = allowed.results;
  return {
    take(count) {
      taken += count;
    },
    until(moment) {
      allowed.until = moment;
      tell({ until: moment });
    },
    results(next) {
      room = next;
      const results = taken + room;
      if (results === allowed.results || Math.abs(results - allowed.results) < leastChange) return;
      allowed.results = results;
      tell({ results });
    },
    restart() {
      taken = 0;
      allowed.results = room;
      return { ...allowed };
    },
  };
}
