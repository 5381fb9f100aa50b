/** One life of the product, as the seed wants it. */
export interface LifePlan {
  /** Killed while it starts, or while clients work with it. */
  phase: 'starting' | 'working';
  /** Milliseconds after the start of the process, or after the first answer to a client. */
  killAfterMs: number;
  /** Whether the life ends with a restore. */
  restores: boolean;
}

/** Of kills, the share that come while the product starts. */
const startingShare = 0.15;
/** Of lives with clients, the share that end with a restore. */
const restoringShare = 0.15;
/** Milliseconds: when the kill comes at the latest. */
const latest = { starting: 1500, working: 1500 };

/** What becomes of the next life. Takes three numbers from 0 up to 1, whatever comes of them. */
export function planLife(random: () => number, hasBackup: boolean): LifePlan {
  const [which, when, how] = [random(), random(), random()];
  const phase = which < startingShare ? 'starting' : 'working';
  const restores = phase === 'working' && hasBackup && how < restoringShare;
  return { phase, killAfterMs: when * latest[phase], restores };
}
