/** One life of the product, from start to kill. */
export interface LifePlan {
  /** Killed while it starts, or while clients use it. */
  phase: 'starting' | 'working';
  /** After the start of the process, or after the first response to a client. */
  killAfterMs: number;
  /** Whether the life ends with a restore. */
  restores: boolean;
}

/** Share of kills during the start. */
const startingShare = 0.15;
/** Share of lives with clients that end with a restore. */
const restoringShare = 0.15;
/** The latest time of the kill in milliseconds. */
const latest = { starting: 1500, working: 1500 };

/** Plans the next life. Always takes three random numbers, so that later ones do not depend on the plan. */
export function planLife(random: () => number, hasBackup: boolean): LifePlan {
  const which = random();
  const when = random();
  const how = random();
  const phase = which < startingShare ? 'starting' : 'working';
  const restores = phase === 'working' && hasBackup && how < restoringShare;
  return { phase, killAfterMs: when * latest[phase], restores };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
