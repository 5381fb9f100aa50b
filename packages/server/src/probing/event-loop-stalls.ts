import type { Clock } from '../clock.ts';

/** Notices when the event loop of its thread stands still: overloaded, stopped (SIGSTOP), or a frozen machine. */
export interface StallDetector {
  /** How long it stood still since a moment of `clock.monotonic()`, milliseconds; 0 for stalls not worth a word. */
  stalledSince(moment: number): number;
  /** Stalls so far. */
  readonly stalls: number;
  stop(): void;
}

interface Stall {
  ended_at: number;
  duration: number;
}

/** Milliseconds between two beats; and how much later a beat must come to count as a stall. */
const beatEvery = 250;
const stallFrom = 500;
/** No check lasts longer than this, so older stalls matter to none. */
const keptFor = 5 * 60_000;

/** Starts watching. `onBeat` is called at each beat, 4 times a second. */
export function createStallDetector(clock: Clock, onBeat: () => void = () => undefined): StallDetector {
  let recent: Stall[] = [];
  let stalls = 0;
  let lastBeat = clock.monotonic();

  const look = (): void => {
    const now = clock.monotonic();
    const duration = now - lastBeat - beatEvery;
    lastBeat = now;
    if (duration < stallFrom) return;
    stalls += 1;
    recent = recent.filter(({ ended_at }) => ended_at > now - keptFor);
    recent.push({ ended_at: now, duration });
  };

  const timer = setInterval(() => {
    look();
    onBeat();
  }, beatEvery);

  return {
    stalledSince(moment) {
      // A check may end before the first beat after a stall.
      if (clock.monotonic() - lastBeat >= beatEvery + stallFrom) look();
      return recent.reduce((sum, { ended_at, duration }) => (ended_at > moment ? sum + duration : sum), 0);
    },
    get stalls() {
      return stalls;
    },
    stop: () => clearInterval(timer),
  };
}
