/** State of the connection to the server. Pure; `watch-server.ts` polls the server. */
export interface Reachability {
  isAway: boolean;
  /** When it last answered, in ms since the epoch. */
  answeredAt: number;
  /** Failed attempts since then. */
  failures: number;
  /** Time of the next poll, in ms since the epoch. */
  nextAt: number;
  /** A document of this site that somebody wants to open; null when nobody does. */
  wanted: string | null;
}

/** `silent`: no answer in time, as of a process that hangs. `refused`: the connection or a proxy failed at once. */
export type Failure = 'refused' | 'silent';

/**
 * In ms. A server that hangs is noticed after `pollEvery` and `patience`, one that is gone after `pollEvery` and
 * `confirmAfter`: both within 10 s.
 */
export const reachTimes = { pollEvery: 4_000, patience: 4_500, confirmAfter: 1_000 } as const;

/** In ms, between the attempts while it is away; the last one from then on. */
const pauses = [5_000, 10_000, 20_000, 40_000];
const longestPause = 60_000;

export const afterAnswer = (now: number): Reachability => ({
  isAway: false,
  answeredAt: now,
  failures: 0,
  nextAt: now + reachTimes.pollEvery,
  wanted: null,
});

/** One refused connection may be a restart, so a second one has to follow. A silence was long enough to count at once. */
export function afterFailure(before: Reachability, failure: Failure, now: number): Reachability {
  const failures = before.failures + 1;
  const isAway = before.isAway || failure === 'silent' || failures > 1;
  const pause = isAway ? (pauses[failures - 1] ?? longestPause) : reachTimes.confirmAfter;
  return { ...before, isAway, failures, nextAt: now + pause };
}
