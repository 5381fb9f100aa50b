const everyMs = 500;
/** In milliseconds: shorter ones may come from a busy machine. */
const notableMs = 5_000;

/** Detects when this process was paused, for example when the machine was. */
export function watchStandstills() {
  const notable: { ended: number; ms: number }[] = [];
  let lookedAt = performance.now();
  const look = (): void => {
    const ms = performance.now() - lookedAt - everyMs;
    lookedAt = performance.now();
    if (ms >= notableMs) notable.push({ ended: lookedAt, ms });
  };
  const timer = setInterval(look, everyMs);
  return {
    /** The longest pause since a time of `performance.now()`, in milliseconds; 0 if none was notable. */
    longestSince(when: number): number {
      look();
      return Math.max(0, ...notable.filter(({ ended }) => ended >= when).map(({ ms }) => ms));
    },
    stop: (): void => clearInterval(timer),
  };
}

/** Adds the pause that may have caused a finding. */
export const withStandstill = (finding: string, standstillMs: number): string =>
  standstillMs === 0 ? finding : `${finding} (everything stood still for ${Math.round(standstillMs / 1000)} s)`;
