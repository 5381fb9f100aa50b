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
