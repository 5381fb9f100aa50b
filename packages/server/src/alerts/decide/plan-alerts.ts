import type { AlertType } from '@upvigil/core/contract/names/alerts';
import type { ProblemStreaks } from '../../base/domain/check.ts';
import { advanceProblems, type Problem, problems, standingStreaks } from '../../base/domain/problems.ts';
import type { ProblemState, RecordedCheck } from '../../checks/record/recording/recorded-check.ts';
import { causeOf, problemSentence, publicMessageOf, typeOfProblem } from './alert-sentences.ts';

/** A problem that a check confirmed: its alert is not stored yet. */
export interface OpenedProblem {
  recorded: RecordedCheck;
  problem: Problem;
  alert_type: AlertType;
  message: string;
  /** The cause: 'HTTP 503'. */
  cause: string;
  /** Public text in place of the message; null when the message may be published. */
  public_message: string | null;
}

/** A problem that a check ended. Its alert is stored, or was opened earlier in the same batch. */
export interface EndedProblem {
  recorded: RecordedCheck;
  problem: Problem;
  ends: number | OpenedProblem;
}

/**
 * The first of the consecutive checks that confirmed or ended a problem: a check of the batch, or a number of checks
 * before the batch.
 */
export type StreakStart = { at: number } | { checksBefore: number };

interface PlannedState {
  streaks: ProblemStreaks;
  open: Record<Problem, number | OpenedProblem | null>;
  /** The start of each streak of checks with the problem, or of checks without it while it recovers. */
  began: Record<Problem, StreakStart | null>;
}

/** The consequences of a batch of checks for alerts. */
export interface AlertPlan {
  opened: OpenedProblem[];
  ended: EndedProblem[];
  /** For each opened or ended problem. */
  streakStarts: ReadonlyMap<OpenedProblem | EndedProblem, StreakStart>;
  /** Each monitor's state after its last check, given the alert ids of the opened problems. */
  states(alertIds: ReadonlyMap<OpenedProblem, number>): Map<number, ProblemState>;
}

/** Follows each monitor through its checks, in order. */
export function planAlerts(batch: readonly RecordedCheck[]): AlertPlan {
  const planned = new Map<number, PlannedState>();
  const opened: OpenedProblem[] = [];
  const ended: EndedProblem[] = [];
  const streakStarts = new Map<OpenedProblem | EndedProblem, StreakStart>();
  for (const recorded of batch) {
    const state = planned.get(recorded.monitor.id) ?? stateBefore(recorded);
    planned.set(recorded.monitor.id, state);
    const { failure_threshold, recovery_threshold } = recorded.monitor;
    const changes = advanceProblems(
      { ...state.streaks, failure_threshold, recovery_threshold },
      { outage: state.open.outage !== null, slow: state.open.slow !== null, metadata: state.open.metadata !== null },
      recorded.check,
    );
    for (const problem of changes.ended) {
      const ends = state.open[problem];
      state.open[problem] = null;
      if (ends === null) continue;
      const one = { recorded, problem, ends };
      ended.push(one);
      const recovery = state.streaks[`${problem}_streak`] < 0 ? state.began[problem] : null;
      streakStarts.set(one, recovery ?? { at: recorded.check.checked_at });
    }
    followStreaks(state, changes.streaks, recorded.check.checked_at);
    for (const problem of changes.opened) {
      const one = openedProblem(recorded, problem);
      state.open[problem] = one;
      opened.push(one);
      streakStarts.set(one, state.began[problem] ?? { at: recorded.check.checked_at });
    }
  }
  return { opened, ended, streakStarts, states: (alertIds) => statesAfter(planned, alertIds) };
}

function stateBefore({ monitor }: RecordedCheck): PlannedState {
  const began = (streak: number): StreakStart | null => (streak === 0 ? null : { checksBefore: Math.abs(streak) });
  return {
    began: {
      outage: began(monitor.outage_streak),
      slow: began(monitor.slow_streak),
      metadata: began(monitor.metadata_streak),
    },
    streaks: standingStreaks(monitor),
    open: { outage: monitor.outage_alert_id, slow: monitor.slow_alert_id, metadata: monitor.metadata_alert_id },
  };
}

/** Moves a state to the streaks after a check. */
function followStreaks(state: PlannedState, streaks: ProblemStreaks, checkedAt: number): void {
  const { streaks: before, began } = state;
  const follow = (problem: Problem, last: number, streak: number): void => {
    const isSame = Math.sign(last) === Math.sign(streak);
    began[problem] = streak === 0 ? null : ((isSame ? began[problem] : null) ?? { at: checkedAt });
  };
  follow('outage', before.outage_streak, streaks.outage_streak);
  follow('slow', before.slow_streak, streaks.slow_streak);
  follow('metadata', before.metadata_streak, streaks.metadata_streak);
  state.streaks = streaks;
}

function openedProblem(recorded: RecordedCheck, problem: Problem): OpenedProblem {
  const { check, monitor, website_name } = recorded;
  const cause = causeOf(monitor, problem, check);
  return {
    recorded,
    problem,
    alert_type: typeOfProblem(problem, monitor.kind, check.status_code),
    message: problemSentence(website_name, monitor, problem, cause),
    cause,
    public_message: publicMessageOf(problem, cause, check.public_cause),
  };
}

function statesAfter(
  planned: ReadonlyMap<number, PlannedState>,
  alertIds: ReadonlyMap<OpenedProblem, number>,
): Map<number, ProblemState> {
  const states = new Map<number, ProblemState>();
  for (const [monitorId, { streaks, open }] of planned) {
    const [outage_alert_id, slow_alert_id, metadata_alert_id] = problems.map((problem) => {
      const alert = open[problem];
      return typeof alert === 'object' && alert !== null ? (alertIds.get(alert) ?? null) : alert;
    }) as [number | null, number | null, number | null];
    const { outage_streak, slow_streak, metadata_streak } = streaks;
    const all = { outage_streak, slow_streak, metadata_streak, outage_alert_id, slow_alert_id, metadata_alert_id };
    states.set(monitorId, all);
  }
  return states;
}
