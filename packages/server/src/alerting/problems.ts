import type { ProblemStreaks } from '../monitoring/check.ts';
import { type Problem, problems } from '../storage/tables.ts';

/** What of a check matters for problems. */
export interface CheckVerdict {
  is_up: boolean;
  is_slow: boolean;
  metadata_found: boolean | null;
}

/** Which problems have an open alert. */
export type OpenProblems = Readonly<Record<Problem, boolean>>;

/** How a check changes the problems of its monitor. */
export interface ProblemChanges {
  streaks: ProblemStreaks;
  /** Confirmed by this check. */
  opened: Problem[];
  /** Open before, and ended by this check. */
  ended: Problem[];
}

/**
 * Whether a check shows each problem: true, false, or null where it says nothing. A target that is down tells
 * nothing of its speed and its metadata, so those neither begin nor end while an outage lasts.
 */
export function shownProblems(verdict: CheckVerdict): Record<Problem, boolean | null> {
  if (!verdict.is_up) return { outage: true, slow: null, metadata: null };
  return {
    outage: false,
    slow: verdict.is_slow,
    metadata: verdict.metadata_found === null ? false : !verdict.metadata_found,
  };
}

/** A problem is confirmed after `failureThreshold` consecutive checks show it; one good check ends it. */
export function advanceProblems(
  before: ProblemStreaks,
  open: OpenProblems,
  verdict: CheckVerdict,
  failureThreshold: number,
): ProblemChanges {
  const shown = shownProblems(verdict);
  const streaks = advanceStreaks(before, verdict);
  return {
    streaks,
    opened: problems.filter(
      (problem) => streakOf(streaks, problem) >= failureThreshold && !open[problem] && shown[problem],
    ),
    ended: problems.filter((problem) => open[problem] && shown[problem] === false),
  };
}

/** Each streak after a check: one more, back to zero, or as it was where the check says nothing. */
export function advanceStreaks(before: ProblemStreaks, verdict: CheckVerdict): ProblemStreaks {
  const shown = shownProblems(verdict);
  const next = (problem: Problem): number => {
    if (shown[problem] === null) return streakOf(before, problem);
    return shown[problem] ? streakOf(before, problem) + 1 : 0;
  };
  return { outage_streak: next('outage'), slow_streak: next('slow'), metadata_streak: next('metadata') };
}

/** A problem shows that is not confirmed yet, so that the next check should come soon. */
export const isUnconfirmed = (streaks: ProblemStreaks, failureThreshold: number): boolean =>
  problems.some((problem) => {
    const streak = streakOf(streaks, problem);
    return streak > 0 && streak < failureThreshold;
  });

const streakOf = (streaks: ProblemStreaks, problem: Problem): number => streaks[`${problem}_streak`];
