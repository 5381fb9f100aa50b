import { lacksMetadata } from '@upvigil/core/status/url-state';
import type { ProblemStreaks } from './check.ts';

/** Problems that checks detect. DOWN and ERROR are one outage. */
export const problems = ['outage', 'slow', 'metadata'] as const;
export type Problem = (typeof problems)[number];

/** Subjects of alerts: problems, and upcoming expiries. */
export const alertSubjects = [...problems, 'certificate', 'domain'] as const;
export type AlertSubject = (typeof alertSubjects)[number];

/** The fields of a check that problems depend on. */
export interface CheckVerdict {
  is_up: boolean;
  is_slow: boolean;
  metadata_found: boolean | null;
  error_message: string | null;
}

/** Whether each problem has an open alert. */
export type OpenProblems = Readonly<Record<Problem, boolean>>;

/** Effect of a check on the problems of its monitor. */
interface ProblemChanges {
  streaks: ProblemStreaks;
  /** Problems confirmed by this check. */
  opened: Problem[];
  /** Open problems ended by this check. */
  ended: Problem[];
}

/**
 * Whether a check shows each problem; null if undecided. A target that is down shows neither speed nor metadata,
 * so these problems neither begin nor end during an outage.
 */
function shownProblems(verdict: CheckVerdict): Record<Problem, boolean | null> {
  if (!verdict.is_up) return { outage: true, slow: null, metadata: null };
  return { outage: false, slow: verdict.is_slow, metadata: lacksMetadata(verdict) };
}

/** State of a monitor before a check, as far as streaks depend on it. */
interface Standing extends ProblemStreaks {
  failure_threshold: number;
  recovery_threshold: number;
}

/** `failure_threshold` consecutive checks confirm a problem; `recovery_threshold` consecutive good checks end it. */
export function advanceProblems(before: Standing, open: OpenProblems, verdict: CheckVerdict): ProblemChanges {
  const shown = shownProblems(verdict);
  const streaks = advanceStreaks(before, verdict);
  return {
    streaks,
    opened: problems.filter(
      (problem) => streakOf(streaks, problem) >= before.failure_threshold && !open[problem] && shown[problem],
    ),
    ended: problems.filter((problem) => open[problem] && shown[problem] === false && streakOf(streaks, problem) === 0),
  };
}

/** Advances each streak; see `ProblemStreaks`. */
export function advanceStreaks(before: Standing, verdict: CheckVerdict): ProblemStreaks {
  const shown = shownProblems(verdict);
  const next = (problem: Problem): number => nextStreak(streakOf(before, problem), shown[problem], before);
  return { outage_streak: next('outage'), slow_streak: next('slow'), metadata_streak: next('metadata') };
}

/**
 * An undecided check keeps the streak of a confirmed problem and resets any other, because only consecutive checks
 * confirm or end a problem.
 */
function nextStreak(
  streak: number,
  isShown: boolean | null,
  { failure_threshold, recovery_threshold }: Standing,
): number {
  const isRecovering = streak < 0;
  const isConfirmed = isRecovering || streak >= failure_threshold;
  if (isShown === true) return isRecovering ? failure_threshold : streak + 1;
  if (!isConfirmed) return 0;
  if (isShown === null) return Math.max(streak, failure_threshold);
  const goodChecks = isRecovering ? 1 - streak : 1;
  return goodChecks >= recovery_threshold ? 0 : -goodChecks;
}

/** Problems confirmed by the streaks alone, regardless of alerts. */
export const confirmedProblems = (standing: Standing): OpenProblems => {
  const isConfirmed = (problem: Problem): boolean => {
    const streak = streakOf(standing, problem);
    return streak < 0 || streak >= standing.failure_threshold;
  };
  return { outage: isConfirmed('outage'), slow: isConfirmed('slow'), metadata: isConfirmed('metadata') };
};

/** Whether the next check may confirm or end a problem. */
export const isDecidedNext = (standing: Standing): boolean =>
  problems.some((problem) => {
    const streak = streakOf(standing, problem);
    const { failure_threshold, recovery_threshold } = standing;
    if (streak >= 0 && streak < failure_threshold) return streak === failure_threshold - 1;
    return Math.max(0, -streak) + 1 >= recovery_threshold;
  });

/**
 * The streaks of a stored monitor, corrected for thresholds edited since: a problem is confirmed exactly if it has an
 * alert, and its next good check may at most complete the recovery.
 */
export function standingStreaks(stored: Standing & ProblemAlerts): ProblemStreaks {
  const { failure_threshold, recovery_threshold } = stored;
  const standing = (problem: Problem): number => {
    const streak = streakOf(stored, problem);
    const isConfirmed = stored[`${problem}_alert_id`] !== null;
    if (!isConfirmed) return Math.min(Math.max(streak, 0), failure_threshold - 1);
    const isRecovering = streak < 0 && recovery_threshold > 1;
    return isRecovering ? Math.max(streak, 1 - recovery_threshold) : Math.max(streak, failure_threshold);
  };
  return { outage_streak: standing('outage'), slow_streak: standing('slow'), metadata_streak: standing('metadata') };
}

/** Id of the open alert; null without one. */
type ProblemAlerts = Readonly<Record<`${Problem}_alert_id`, number | null>>;

type Counts = Readonly<Record<Problem, number>>;
const noCounts: Counts = { outage: 0, slow: 0, metadata: 0 };

/** Early checks since the monitor last followed its schedule, separately for confirming and for ending each problem. */
export interface EarlyChecks {
  readonly confirming: Counts;
  readonly ending: Counts;
}
export const noEarlyChecks: EarlyChecks = { confirming: noCounts, ending: noCounts };

/**
 * Decides whether the next check comes early to confirm or end a problem: returns the new counts, or null to return to
 * the schedule. Each problem gets at most as many early checks as its thresholds need. Otherwise a target with
 * alternating problems would always be checked early.
 */
export function giveEarlyCheck(standing: Standing, given: EarlyChecks): EarlyChecks | null {
  const { failure_threshold, recovery_threshold } = standing;
  const isConfirming = (problem: Problem): boolean => {
    const streak = streakOf(standing, problem);
    return streak > 0 && streak < failure_threshold;
  };
  const isEnding = (problem: Problem): boolean => streakOf(standing, problem) < 0;
  const isWanted = problems.some(
    (problem) =>
      (isConfirming(problem) && given.confirming[problem] < failure_threshold - 1) ||
      (isEnding(problem) && given.ending[problem] < recovery_threshold - 1),
  );
  if (!isWanted) return null;
  return { confirming: countOneMore(given.confirming, isConfirming), ending: countOneMore(given.ending, isEnding) };
}

function countOneMore(counts: Counts, isCounted: (problem: Problem) => boolean): Counts {
  const next = (problem: Problem): number => counts[problem] + (isCounted(problem) ? 1 : 0);
  return { outage: next('outage'), slow: next('slow'), metadata: next('metadata') };
}

/** A table, because building the names for each check takes longer than the counting. */
const streakNames = { outage: 'outage_streak', slow: 'slow_streak', metadata: 'metadata_streak' } as const;

const streakOf = (streaks: ProblemStreaks, problem: Problem): number => streaks[streakNames[problem]];
