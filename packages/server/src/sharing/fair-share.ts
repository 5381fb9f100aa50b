import type { Shares } from './lease-store.ts';

/** What a worker should do to have its fair share: take more, give some back, or neither. */
export interface ShareChange {
  take: number;
  give: number;
}

/** Handing a few monitors to and fro for a small difference would cost more than it evens out. */
const toleratedExcess = { share: 0.05, atLeast: 1 };

/** Each live worker has an equal share, rounded up, so that together they have all. */
export function shareChange({ workers, monitors, mine }: Shares): ShareChange {
  const share = Math.ceil(monitors / Math.max(1, workers));
  if (mine < share) return { take: share - mine, give: 0 };
  const tolerated = Math.max(toleratedExcess.atLeast, Math.floor(share * toleratedExcess.share));
  return { take: 0, give: mine > share + tolerated ? mine - share : 0 };
}
