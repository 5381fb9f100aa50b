import type { ApiClient } from '@upvigil/core/client/api-client';
import { defaults } from '@upvigil/core/defaults';
import { evidenceLines } from '@upvigil/core/format/evidence-lines';
import { stripLine } from '@upvigil/core/format/foreign-text';
import { limits } from '@upvigil/core/limits';
import { alertMessages, commandMessages } from '@upvigil/core/texts/alerts';
import { messages } from '@upvigil/core/texts/messages';
import { type CheckOutcome, checkMonitor, checkUrl, checkWebsite, outcomeSentence } from '../checks/trigger.ts';
import { failureSentence } from '../failures.ts';
import { roleOf } from '../status/states.ts';
import { type ActionTools, statusLine } from './action-tools.ts';
import { acknowledgeThese } from './alert-actions.ts';
import { atMostEvery } from './live/at-most-every.ts';
import type { Target } from './selection.ts';
import type { Question } from './view-state.ts';

const progressMs = 150;

type CheckTarget = Exclude<Target, { kind: 'heartbeat' }>;

/** Checks the object under the cursor and shows the result. Never throws. */
export async function checkNow(target: CheckTarget, { api, dispatch, refresh, now }: ActionTools): Promise<void> {
  const name = target.kind === 'alert' ? 'the monitor of this alert' : target.name;
  dispatch(statusLine(`Checking ${name} ...`, 'plain'));
  try {
    const showProgress = atMostEvery(progressMs, now, (done: number, total: number) =>
      dispatch(statusLine(`Checking ${name} ... ${done} of ${total}`, 'plain')),
    );
    const outcomes = await runChecks(api, target, showProgress);
    showOutcomes(name, outcomes, dispatch);
  } catch (error) {
    dispatch(statusLine(`${messages.url.triggerFailed}: ${failureSentence(error)}`, 'bad'));
  }
  refresh();
}

async function runChecks(
  api: ApiClient,
  target: CheckTarget,
  onDone: (done: number, total: number) => void,
): Promise<CheckOutcome[]> {
  if (target.kind === 'website') return await checkWebsite(api, target.id, onDone);
  const ids = target.kind === 'alert' ? target : { url_id: null, network_monitor_id: null };
  const urlId = target.kind === 'url' ? target.id : ids.url_id;
  if (urlId !== null) return [await checkUrl(api, await api.urls.get({ params: { urlId } }))];
  const monitorId = target.kind === 'monitor' ? target.id : (ids.network_monitor_id ?? 0);
  return [await checkMonitor(api, await api.networkMonitors.get({ params: { monitorId } }))];
}

const toneOrder = { down: 0, warn: 1, none: 2, up: 3 } as const;

function showOutcomes(title: string, outcomes: readonly CheckOutcome[], dispatch: ActionTools['dispatch']): void {
  const [first] = outcomes;
  if (first === undefined) {
    dispatch(statusLine(`${title} has no enabled monitors`, 'warn'));
    return;
  }
  if (outcomes.length === 1) {
    const role = roleOf(first.badge);
    dispatch(statusLine(outcomeSentence(first), role === 'good' || role === 'warn' || role === 'bad' ? role : 'plain'));
    return;
  }
  dispatch({ type: 'statusLine', statusLine: null });
  const sorted = [...outcomes].sort((a, b) => toneOrder[a.badge.tone] - toneOrder[b.badge.tone]);
  dispatch({ type: 'overlay', overlay: { kind: 'outcomes', title, outcomes: sorted } });
}

/** Opens the recorded response of an alert and reads it. Never throws. */
export async function showEvidence(alertId: number, { api, dispatch }: ActionTools): Promise<void> {
  dispatch({ type: 'overlay', overlay: { kind: 'evidence', alertId, seen: null, top: 0 } });
  const seen = await api.alerts.evidence({ params: { alertId } }).then(
    (evidence) => ({ lines: evidenceLines(evidence).map(stripLine) }),
    (error: unknown) => ({ failure: failureSentence(error) }),
  );
  dispatch({ type: 'seen', alertId, seen });
}

/** Opens the API tokens and reads them. Never throws. */
export async function showTokens({ api, dispatch }: ActionTools): Promise<void> {
  dispatch({ type: 'overlay', overlay: { kind: 'tokens', read: null, top: 0 } });
  const read = await api.tokens.list({ query: { limit: limits.listLimit.max } }).then(
    (tokens) => ({ tokens }),
    (error: unknown) => ({ failure: failureSentence(error) }),
  );
  dispatch({ type: 'tokens', read });
}

/** The question before alerts are deleted. */
export function questionAbout(action: 'delete' | 'clear-old' | 'clear-all', alertId: number | null): Question | null {
  if (action === 'clear-old') {
    return { about: action, text: `Clear Old Alerts (${defaults.clearOldAlertsDays}+ days)?` };
  }
  if (action === 'clear-all') return { about: action, text: 'Clear All Alerts? This cannot be undone.' };
  return alertId === null ? null : { about: action, alertId, text: `Delete alert #${alertId}?` };
}

/** Does what a question announced, after the answer yes. Never throws. */
export async function answerYes(question: Question, { api, dispatch, refresh }: ActionTools): Promise<void> {
  dispatch({ type: 'overlay', overlay: null });
  try {
    dispatch(statusLine(await carryOut(api, question), 'good'));
  } catch (error) {
    dispatch(statusLine(failureOf(question, failureSentence(error)), 'bad'));
  }
  refresh();
}

async function carryOut(api: ApiClient, question: Question): Promise<string> {
  if (question.about === 'acknowledge-all') return await acknowledgeThese(question.ids, { api });
  if (question.about === 'delete') {
    await api.alerts.remove({ params: { alertId: question.alertId } });
    return `Deleted alert #${question.alertId}`;
  }
  const older_than_days = question.about === 'clear-old' ? defaults.clearOldAlertsDays : 0;
  const { deleted } = await api.alerts.clear({ query: { older_than_days } });
  return `Deleted ${deleted} ${deleted === 1 ? 'alert' : 'alerts'}`;
}

function failureOf({ about }: Question, reason: string): string {
  if (about === 'acknowledge-all') return `${commandMessages.acknowledge.failed}: ${reason}`;
  if (about === 'clear-old') return alertMessages.clearOldFailed(reason);
  return about === 'clear-all' ? alertMessages.clearAllFailed(reason) : `${alertMessages.deleteFailed}: ${reason}`;
}
