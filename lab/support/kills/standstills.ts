/** Detects when this process was paused, for example when the machine was. */
export interface Standstills {
  /** The longest pause since that time, in milliseconds; 0 if none was notable. */
  longestSince(when: number): number;
  stop(): void;
}

const everyMs = 500;
/** In milliseconds: shorter ones may come from a busy machine. */
const notableMs = 5_000;

/** `now`: milliseconds of a clock that never goes back. */
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

/** Adds the pause that may have caused a finding. */
export const withStandstill = (finding: string, standstillMs: number): string =>
  standstillMs === 0 ? finding : `${finding} (everything stood still for ${Math.round(standstillMs / 1000)} s)`;
