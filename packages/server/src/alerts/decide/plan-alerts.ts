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
 * The start of the consecutive failed checks that confirmed a problem: a check of the batch, or a number of checks
 * before the batch.
 */
export type StreakStart = { at: number } | { checksBefore: number };

interface PlannedState {
  streaks: ProblemStreaks;
  open: Record<Problem, number | OpenedProblem | null>;
  /** Set while a streak lasts. */
  began: Record<Problem, StreakStart | null>;
}

/** The consequences of a batch of checks for alerts. */
export interface AlertPlan {
  opened: OpenedProblem[];
  ended: EndedProblem[];
  /** For each opened problem. */
  streakStarts: ReadonlyMap<OpenedProblem, StreakStart>;
  /** Each monitor's state after its last check, given the alert ids of the opened problems. */
  states(alertIds: ReadonlyMap<OpenedProblem, number>): Map<number, ProblemState>;
}

/** Follows each monitor through its checks, in order. */
export function planAlerts(batch: readonly RecordedCheck[]): AlertPlan {
  const planned = new Map<number, PlannedState>();
  const opened: OpenedProblem[] = [];
  const ended: EndedProblem[] = [];
  const streakStarts = new Map<OpenedProblem, StreakStart>();
  for (const recorded of batch) {
    const state = planned.get(recorded.monitor.id) ?? stateBefore(recorded);
    planned.set(recorded.monitor.id, state);
    const { failure_threshold } = recorded.monitor;
    const changes = advanceProblems(
      { ...state.streaks, failure_threshold },
      { outage: state.open.outage !== null, slow: state.open.slow !== null, metadata: state.open.metadata !== null },
      recorded.check,
    );
    state.streaks = changes.streaks;
    followStreaks(state, recorded.check.checked_at);
    for (const problem of changes.opened) {
      const one = openedProblem(recorded, problem);
      state.open[problem] = one;
      opened.push(one);
      streakStarts.set(one, state.began[problem] ?? { at: recorded.check.checked_at });
    }
    for (const problem of changes.ended) {
      const ends = state.open[problem];
      state.open[problem] = null;
      if (ends !== null) ended.push({ recorded, problem, ends });
    }
  }
  return { opened, ended, streakStarts, states: (alertIds) => statesAfter(planned, alertIds) };
}

function stateBefore({ monitor }: RecordedCheck): PlannedState {
  const began = (streak: number): StreakStart | null => (streak > 0 ? { checksBefore: streak } : null);
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

function followStreaks({ streaks, began }: PlannedState, checkedAt: number): void {
  const follow = (problem: Problem, streak: number): void => {
    began[problem] = streak === 0 ? null : (began[problem] ?? { at: checkedAt });
  };
  follow('outage', streaks.outage_streak);
  follow('slow', streaks.slow_streak);
  follow('metadata', streaks.metadata_streak);
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
