/** Reports when this process stood still, as when somebody stops all of them for a while. */
export interface Standstills {
  /** Milliseconds of the longest standstill that ended since that time of the clock; 0 without one that is notable. */
  longestSince(when: number): number;
  stop(): void;
}

const everyMs = 500;
/** Milliseconds: less may be a busy machine. */
const notableMs = 5_000;

/** `now`: milliseconds of any clock that never goes back. */
export function watchStandstills(now: () => number = () => performance.now()): Standstills {
  const notable: { ended: number; ms: number }[] = [];
  let lookedAt = now();
  const look = (): void => {
    const ms = now() - lookedAt - everyMs;
    lookedAt = now();
    if (ms >= notableMs) notable.push({ ended: lookedAt, ms });
  };
  const timer = setInterval(look, everyMs);
  return {
    longestSince(when) {
      look();
      return Math.max(0, ...notable.filter(({ ended }) => ended >= when).map(({ ms }) => ms));
    },
    stop: () => clearInterval(timer),
  };
}

/** A finding, with the standstill in which it may have its cause. */
export const withStandstill = (finding: string, standstillMs: number): string =>
  standstillMs === 0 ? finding : `${finding} (everything stood still for ${Math.round(standstillMs / 1000)} s)`;
