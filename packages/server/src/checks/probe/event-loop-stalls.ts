import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';

/** In milliseconds of `clock.monotonic()`. */
interface Stall {
  ended_at: number;
  duration: number;
}

/** Milliseconds between two ticks, and the delay of a tick that counts as a stall. */
const tickEvery = 250;
const stallFrom = 500;
/** In milliseconds. No check lasts longer, so older stalls are irrelevant. */
const keptFor = 5 * minuteMs;

export type StallDetector = ReturnType<typeof createStallDetector>;

/**
 * Detects stalls of its thread's event loop: overload, SIGSTOP, or a frozen machine. `onTick` is called 4 times a
 * second.
 */
export function createStallDetector(clock: Clock, onTick: () => void = () => undefined) {
  let recent: Stall[] = [];
  let stalls = 0;
  let lastTick = clock.monotonic();

  const look = (): void => {
    const now = clock.monotonic();
    const duration = now - lastTick - tickEvery;
    lastTick = now;
    if (duration < stallFrom) return;
    stalls += 1;
    recent = recent.filter(({ ended_at }) => ended_at > now - keptFor);
    recent.push({ ended_at: now, duration });
  };

  const timer = setInterval(() => {
    look();
    onTick();
  }, tickEvery);

  return {
    /** Milliseconds of stalls since a time of `clock.monotonic()`, without short ones. */
    stalledSince(moment: number): number {
      // A check may end before the first tick after a stall.
      if (clock.monotonic() - lastTick >= tickEvery + stallFrom) look();
      return recent.reduce((sum, { ended_at, duration }) => (ended_at > moment ? sum + duration : sum), 0);
    },
    /** Number of stalls so far. */
    get stalls(): number {
      return stalls;
    },
    stop: (): void => clearInterval(timer),
  };
}
