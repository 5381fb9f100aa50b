import { lacksMetadata } from '@upvigil/core/status/url-state';
import type { ProblemStreaks } from './check.ts';

/** The problem that an alert is about; DOWN and ERROR are one outage. */
export const problems = ['outage', 'slow', 'metadata'] as const;
export type Problem = (typeof problems)[number];

/** What alerts are about: problems that checks show, and ends that are near. */
export const alertSubjects = [...problems, 'certificate', 'domain'] as const;
export type AlertSubject = (typeof alertSubjects)[number];

/** The part of a check by which problems begin and end. */
export interface CheckVerdict {
  is_up: boolean;
  is_slow: boolean;
  metadata_found: boolean | null;
  error_message: string | null;
}

/** Which problems have an open alert. */
export type OpenProblems = Readonly<Record<Problem, boolean>>;

/** How a check changes the problems of its monitor. */
interface ProblemChanges {
  streaks: ProblemStreaks;
  /** Confirmed by this check. */
  opened: Problem[];
  /** Open before, and ended by this check. */
  ended: Problem[];
}

/**
 * Whether a check shows each problem: true, false, or null for no answer. A target that is down shows
 * nothing of its speed and its metadata, so those neither begin nor end while an outage lasts.
 */
function shownProblems(verdict: CheckVerdict): Record<Problem, boolean | null> {
  if (!verdict.is_up) return { outage: true, slow: null, metadata: null };
  return { outage: false, slow: verdict.is_slow, metadata: lacksMetadata(verdict) };
}

/** What streaks are counted by: the monitor as it stood before a check. */
interface Standing extends ProblemStreaks {
  failure_threshold: number;
}

/** A problem is confirmed after `failure_threshold` consecutive checks show it; one good check ends it. */
export function advanceProblems(before: Standing, open: OpenProblems, verdict: CheckVerdict): ProblemChanges {
  const shown = shownProblems(verdict);
  const streaks = advanceStreaks(before, verdict);
  return {
    streaks,
    opened: problems.filter(
      (problem) => streakOf(streaks, problem) >= before.failure_threshold && !open[problem] && shown[problem],
    ),
    ended: problems.filter((problem) => open[problem] && shown[problem] === false),
  };
}

/**
 * Each streak after a check: one more, or back to zero. A check that says nothing of a problem leaves one that is
 * confirmed as it was, and breaks the row of one that is not: only checks that follow each other confirm.
 */
export function advanceStreaks(before: Standing, verdict: CheckVerdict): ProblemStreaks {
  const shown = shownProblems(verdict);
  const next = (problem: Problem): number => {
    const streak = streakOf(before, problem);
    if (shown[problem] === null) return streak >= before.failure_threshold ? streak : 0;
    return shown[problem] ? streak + 1 : 0;
  };
  return { outage_streak: next('outage'), slow_streak: next('slow'), metadata_streak: next('metadata') };
}

/** Which problems a monitor has by its streaks alone. */
export const confirmedProblems = (standing: Standing): OpenProblems => {
  const isConfirmed = (problem: Problem): boolean => streakOf(standing, problem) >= standing.failure_threshold;
  return { outage: isConfirmed('outage'), slow: isConfirmed('slow'), metadata: isConfirmed('metadata') };
};

/** Whether the next check may confirm a problem or end one. */
export const isDecidedNext = (standing: Standing): boolean =>
  problems.some((problem) => streakOf(standing, problem) >= standing.failure_threshold - 1);

/**
 * The streaks of a stored monitor. Its threshold may have been edited since they were counted, but a problem is
 * confirmed exactly when it has an alert.
 */
export function standingStreaks(stored: Standing & ProblemAlerts): ProblemStreaks {
  const standing = (problem: Problem): number => {
    const streak = streakOf(stored, problem);
    const isConfirmed = stored[`${problem}_alert_id`] !== null;
    return isConfirmed ? Math.max(streak, stored.failure_threshold) : Math.min(streak, stored.failure_threshold - 1);
  };
  return { outage_streak: standing('outage'), slow_streak: standing('slow'), metadata_streak: standing('metadata') };
}

/** The open alert of each problem, or null. */
type ProblemAlerts = Readonly<Record<`${Problem}_alert_id`, number | null>>;

/** Early checks of each problem since its monitor was last on its schedule. */
export type EarlyChecks = Readonly<Record<Problem, number>>;
export const noEarlyChecks: EarlyChecks = { outage: 0, slow: 0, metadata: 0 };

/**
 * Whether the next check comes early, to confirm a problem, and then what was given with it; null when the monitor
 * returns to its schedule. A problem needs one check less than the threshold to be confirmed, so it is given no more:
 * a target that shows another problem each time would otherwise always be checked early.
 */
export function giveEarlyCheck(standing: Standing, given: EarlyChecks): EarlyChecks | null {
  const { failure_threshold } = standing;
  const isUnconfirmed = (problem: Problem): boolean => {
    const streak = streakOf(standing, problem);
    return streak > 0 && streak < failure_threshold;
  };
  const isWanted = problems.some((problem) => isUnconfirmed(problem) && given[problem] < failure_threshold - 1);
  if (!isWanted) return null;
  const next = (problem: Problem): number => given[problem] + (isUnconfirmed(problem) ? 1 : 0);
  return { outage: next('outage'), slow: next('slow'), metadata: next('metadata') };
}

/** Written out: to put the names together for each check takes longer than all that is counted by them. */
const streakNames = { outage: 'outage_streak', slow: 'slow_streak', metadata: 'metadata_streak' } as const;

const streakOf = (streaks: ProblemStreaks, problem: Problem): number => streaks[streakNames[problem]];
