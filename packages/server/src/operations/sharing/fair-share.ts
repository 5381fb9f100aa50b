import type { Shares } from './lease-store.ts';

/** Monitors that a worker should take or give back to reach its fair share. At least one of the two is 0. */
interface ShareChange {
  take: number;
  give: number;
}

/** How far above its share (as a fraction) a worker may stay: handing over a few monitors costs more than it helps. */
const toleratedExcess = { share: 0.05, atLeast: 1 };

/** Each live worker has an equal share, rounded up, so that together they cover all monitors. */
export function shareChange({ workers, monitors, mine }: Shares): ShareChange {
  const share = Math.ceil(monitors / Math.max(1, workers));
  if (mine < share) return { take: share - mine, give: 0 };
  const tolerated = Math.max(toleratedExcess.atLeast, Math.floor(share * toleratedExcess.share));
  return { take: 0, give: mine > share + tolerated ? mine - share : 0 };
}
