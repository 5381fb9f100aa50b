/** Tells when this process stood still, as when somebody stops all of them for a while. */
export interface Standstills {
  /** Milliseconds of the longest standstill since this was last asked. */
  takeLongest(): number;
  stop(): void;
}

const everyMs = 500;

/** `now`: milliseconds of any clock that never goes back. */
export function watchStandstills(now: () => number = () => performance.now()): Standstills {
  let lookedAt = now();
  let longest = 0;
  const look = (): void => {
    longest = Math.max(longest, now() - lookedAt - everyMs);
    lookedAt = now();
  };
  const timer = setInterval(look, everyMs);
  return {
    takeLongest() {
      look();
      const taken = longest;
      longest = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}

/** Milliseconds: less may be a busy machine. */
export const notableMs = 5_000;

/** A finding, with the standstill in which it may have its cause. */
export const withStandstill = (finding: string, standstillMs: number): string =>
  standstillMs < notableMs ? finding : `${finding} (everything stood still for ${Math.round(standstillMs / 1000)} s)`;
