import { tagTerms } from '@upvigil/core/contract/fields/tags';
import { commandMessages } from '@upvigil/core/texts/alerts';
import { type ActionTools, statusLine } from './action-tools.ts';
import { answerYes, checkNow, questionAbout, showEvidence, showTokens } from './actions.ts';
import { acknowledge, acknowledgeAllQuestion, muteMonitor } from './alert-actions.ts';
import type { Size } from './components/stage.ts';
import { actionFor, type KeyAction } from './keys/key-map.ts';
import type { Shown } from './live/sources.ts';
import { scrolledEvidence } from './screens/alerts/alert-overlays.tsx';
import { alertOf } from './screens/alerts/alerts-model.ts';
import { scrolledTokens } from './screens/overlays/tokens-overlay.tsx';
import { currentList, moved, stepped, targetOf } from './selection.ts';
import { type Overlay, type Pane, panes, scopeOf, type ViewState } from './view-state.ts';

/** What a key may use and change. */
interface KeyTools extends ActionTools {
  view: ViewState;
  shown: Shown;
  size: Size;
  quit(): void;
}

export function handleKey(key: string, tools: KeyTools): void {
  const { view } = tools;
  if (key === 'ctrl-c') tools.quit();
  else if (view.overlay?.kind === 'confirm') answer(key, tools);
  else if (view.isFiltering) typeFilter(key, tools);
  else if (view.typedTag !== null) typeTag(view.typedTag, key, tools);
  else {
    const action = actionFor(scopeOf(view), key);
    if (view.overlay) actOnOverlay(view.overlay, action, tools);
    else if (action) act(action, tools);
  }
}

/** Only y means yes, so that nothing is deleted by accident. */
function answer(key: string, tools: KeyTools): void {
  const { overlay } = tools.view;
  if (overlay?.kind !== 'confirm') return;
  if (key === 'y' || key === 'Y') {
    if (overlay.question.about === 'delete') stepAside(tools);
    void answerYes(overlay.question, tools);
  } else tools.dispatch({ type: 'overlay', overlay: null });
}

/** Moves the cursor away from a row that will be deleted: to the next one, or from the last to the previous one. */
function stepAside({ view, shown, dispatch }: KeyTools): void {
  const list = currentList(view, shown);
  const here = moved(view, shown, 0);
  const key = moved(view, shown, 1) === here ? moved(view, shown, -1) : moved(view, shown, 1);
  if (key !== null) dispatch({ type: 'select', list, key });
}

/** Evidence and tokens scroll; Tab switches between evidence and deliveries. */
function actOnOverlay(overlay: Overlay, action: KeyAction | null, tools: KeyTools): void {
  const by = action && moves[action];
  if (overlay.kind === 'evidence' && by) {
    tools.dispatch({ type: 'scroll', top: scrolledEvidence(overlay, tools.size, by(pageRows(tools.size))) });
  } else if (overlay.kind === 'tokens' && by) {
    tools.dispatch({ type: 'scroll', top: scrolledTokens(overlay, tools.size, by(pageRows(tools.size))) });
  } else if (overlay.kind === 'evidence' && action === 'deliveries') openDeliveries(overlay.alertId, tools);
  else if (overlay.kind === 'alert' && action === 'deliveries') openEvidence(overlay.alertId, tools);
  else leaveOverlay(action, tools);
}

const openDeliveries = (alertId: number, { dispatch }: KeyTools): void =>
  dispatch({ type: 'overlay', overlay: { kind: 'alert', alertId } });

/** An alert without evidence has only deliveries to show. */
function openEvidence(alertId: number, tools: KeyTools): void {
  if (alertOf(tools.shown.alerts.data, alertId)?.has_evidence) void showEvidence(alertId, tools);
  else openDeliveries(alertId, tools);
}

/** Keys that change the screen or quit always work; any other key closes the overlay. */
function leaveOverlay(action: KeyAction | null, tools: KeyTools): void {
  tools.dispatch({ type: 'overlay', overlay: null });
  if (action && ['dashboard', 'alerts', 'status', 'monitors', 'quit'].includes(action)) act(action, tools);
}

function typeFilter(key: string, tools: KeyTools): void {
  const { view, dispatch } = tools;
  const set = (text: string, isFiltering: boolean): void => dispatch({ type: 'filter', text, isFiltering });
  if (key === 'escape') set('', false);
  else if (key === 'return') set(view.filter, false);
  else if (key === 'up' || key === 'down') act(key, tools);
  else set(edited(view.filter, key), true);
}

/** A tag takes effect with Enter, because the server applies it. */
function typeTag(text: string, key: string, { dispatch }: KeyTools): void {
  if (key === 'escape') dispatch({ type: 'type-tag', text: null });
  else if (key !== 'return') dispatch({ type: 'type-tag', text: edited(text, key) });
  else {
    const read = tagTerms.safeParse(text.trim());
    if (read.success) dispatch({ type: 'tag', tag: read.data });
    else dispatch(statusLine(read.error.issues[0]?.message ?? '', 'bad'));
  }
}

/** The text after a key was typed at its end. */
function edited(text: string, key: string): string {
  if (key === 'backspace' || key === 'delete') return [...text].slice(0, -1).join('');
  if (key === 'space') return `${text} `;
  return [...key].length === 1 && key >= ' ' ? text + key : text;
}

const pageRows = ({ rows }: Size): number => Math.max(1, Math.floor(rows / 2));

const moves: Partial<Record<KeyAction, (page: number) => number>> = {
  up: () => -1,
  down: () => 1,
  'page-up': (page) => -page,
  'page-down': (page) => page,
  first: () => Number.NEGATIVE_INFINITY,
  last: () => Number.POSITIVE_INFINITY,
};

function act(action: KeyAction, tools: KeyTools): void {
  const by = moves[action];
  if (by) move(by(pageRows(tools.size)), tools);
  else if (action === 'dashboard' || action === 'alerts' || action === 'status' || action === 'monitors') {
    tools.dispatch({ type: 'go', screen: action });
  } else actions[action]?.(tools);
}

function move(by: number, { view, shown, dispatch }: KeyTools): void {
  const key = by === 1 || by === -1 ? null : moved(view, shown, by);
  const to = by === 1 || by === -1 ? stepped(view, shown, by) : key && { list: currentList(view, shown), key };
  if (to) dispatch({ type: 'select', ...to });
}

/** The next list of the dashboard that has rows. */
function nextPane({ view, shown, dispatch }: KeyTools): void {
  const current = currentList(view, shown);
  const withRows = panes.filter((pane) => currentList({ ...view, pane }, shown) === pane);
  const next = withRows[withRows.indexOf(current as Pane) + 1] ?? withRows[0];
  if (next) dispatch({ type: 'pane', pane: next });
}

const heartbeatIsNotChecked = 'A heartbeat is not checked: its job reports';

const actions: Partial<Record<KeyAction, (tools: KeyTools) => void>> = {
  open,
  back: ({ dispatch }) => dispatch({ type: 'back' }),
  pane: nextPane,
  find: ({ view, dispatch }) => dispatch({ type: 'filter', text: view.filter, isFiltering: true }),
  range: ({ dispatch }) => dispatch({ type: 'range' }),
  tag: ({ view, dispatch }) => dispatch({ type: 'type-tag', text: view.tag }),
  type: ({ dispatch }) => dispatch({ type: 'alert-type' }),
  outages: ({ dispatch }) => dispatch({ type: 'alert-rows' }),
  refresh: ({ refresh }) => refresh(),
  help: ({ dispatch }) => dispatch({ type: 'overlay', overlay: { kind: 'help' } }),
  quit: ({ quit }) => quit(),
  check: (tools) => {
    const target = targetOf(tools.view, tools.shown);
    if (target?.kind === 'heartbeat') tools.dispatch(statusLine(heartbeatIsNotChecked, 'plain'));
    else if (target) void checkNow(target, tools);
  },
  acknowledge: acknowledgeRow,
  mute: muteRow,
  'acknowledge-all': askAboutAll,
  notices: ({ dispatch }) => dispatch({ type: 'overlay', overlay: { kind: 'notices' } }),
  tokens: (tools) => void showTokens(tools),
  delete: ask('delete'),
  'clear-old': ask('clear-old'),
  'clear-all': ask('clear-all'),
};

/** Acknowledges without asking, because that is harmless. */
function acknowledgeRow(tools: KeyTools): void {
  const target = targetOf(tools.view, tools.shown);
  if (!target) return;
  const alertId = target.kind === 'alert' ? target.id : target.kind === 'website' ? null : target.alertId;
  if (alertId === null) tools.dispatch(statusLine('No open alert in this row', 'plain'));
  else void acknowledge(alertId, tools);
}

/** Mutes without asking, because that ends by itself. */
function muteRow(tools: KeyTools): void {
  const target = targetOf(tools.view, tools.shown);
  if (!target) return;
  const monitorId = target.kind === 'alert' ? (target.url_id ?? target.network_monitor_id) : target.id;
  if (target.kind === 'website') tools.dispatch(statusLine('No monitor in this row', 'plain'));
  else void muteMonitor(monitorId, tools);
}

function askAboutAll({ shown, dispatch }: KeyTools): void {
  const question = acknowledgeAllQuestion(shown.alerts.data?.open ?? []);
  if (question) dispatch({ type: 'overlay', overlay: { kind: 'confirm', question } });
  else dispatch(statusLine(commandMessages.acknowledge.none, 'plain'));
}

function open(tools: KeyTools): void {
  const { view, shown, dispatch } = tools;
  const target = targetOf(view, shown);
  if (target?.kind === 'alert') openEvidence(target.id, tools);
  else if (target?.kind === 'website') dispatch({ type: 'open-website', websiteId: target.id });
  else if (target) dispatch({ type: 'open-website', websiteId: target.websiteId, service: target.service });
}

function ask(about: 'delete' | 'clear-old' | 'clear-all') {
  return (tools: KeyTools): void => {
    const target = targetOf(tools.view, tools.shown);
    const question = questionAbout(about, target?.kind === 'alert' ? target.id : null);
    if (!question) return;
    tools.dispatch({ type: 'overlay', overlay: { kind: 'confirm', question } });
  };
}
