import type { Clock } from '../../base/clock.ts';

/** Microseconds since a moment of `clock.monotonic()`, whole. */
export const elapsedMicroseconds = (clock: Clock, startedAt: number): number =>
  Math.max(0, Math.round((clock.monotonic() - startedAt) * 1000));
