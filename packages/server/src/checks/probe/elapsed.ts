import type { Clock } from '../../base/clock.ts';

/** Whole microseconds since a time of `clock.monotonic()`. */
export const elapsedMicroseconds = (clock: Clock, startedAt: number): number =>
  Math.max(0, Math.round((clock.monotonic() - startedAt) * 1000));
