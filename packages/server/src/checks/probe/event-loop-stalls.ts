import type { Clock } from '../../base/clock.ts';

/** Milliseconds of `clock.monotonic()`. */
interface Stall {
  ended_at: number;
  duration: number;
}

/** Milliseconds between two ticks, and how many later a tick must come to count as a stall. */
const tickEvery = 250;
const stallFrom = 500;
/** Milliseconds. No check lasts longer than this, so older stalls matter to none. */
const keptFor = 5 * 60_000;

export type StallDetector = ReturnType<typeof createStallDetector>;

/**
 * Notices when the event loop of its thread stands still: it is overloaded, stopped (SIGSTOP), or the machine
 * froze. Starts watching. `onTick` is called at each tick, 4 times a second.
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
    /** Milliseconds of stalls since a moment of `clock.monotonic()`. Short ones are not counted. */
    stalledSince(moment: number): number {
      // A check may end before the first tick after a stall.
      if (clock.monotonic() - lastTick >= tickEvery + stallFrom) look();
      return recent.reduce((sum, { ended_at, duration }) => (ended_at > moment ? sum + duration : sum), 0);
    },
    /** Stalls so far. */
    get stalls(): number {
      return stalls;
    },
    stop: (): void => clearInterval(timer),
  };
}
