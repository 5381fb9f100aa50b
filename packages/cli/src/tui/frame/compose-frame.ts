import { pages as publicPages } from '@upvigil/core/languages/compiled/pages/en';
import { type Line, line } from '../../output/paint.ts';
import type { KeyScope } from '../keys/key-map.ts';
import type { LiveState } from '../live/live-data.ts';
import type { AlertsData, DashboardData, DetailData, Sources } from '../live/sources.ts';
import { helpLines, overBottom, questionLines } from '../overlays.ts';
import { alertOf } from '../screens/alerts/alerts-model.ts';
import { alertsFrame } from '../screens/alerts/alerts-screen.ts';
import { evidenceFrame } from '../screens/alerts/evidence-overlay.ts';
import { dashboardFrame } from '../screens/dashboard/dashboard-screen.ts';
import { detailFrame } from '../screens/status/detail-screen.ts';
import { statusFrame } from '../screens/status/status-screen.ts';
import { scopeOf } from '../view-state.ts';
import { frame } from './layout.ts';
import { noticeLines } from './notice-parts.ts';
import { type Freshness, keyLine, type Stage, statusLineOf } from './screen-parts.ts';

type StateOf<Source> = Source extends { get(): infer State } ? State : never;
/** What was read for each screen. */
export type Shown = { [Name in keyof Sources]: StateOf<Sources[Name]> };

const least = { columns: 20, rows: 5 } as const;

/** The whole screen as lines, never wider or taller than the terminal. */
export function composeFrame(shown: Shown, stage: Stage): Line[] {
  const { size, glyphs, view } = stage;
  if (size.columns < least.columns || size.rows < least.rows) return tooSmall(stage);
  const scope = scopeOf(view);
  const screen = screenFrame(scope, shown, stage);
  const { overlay } = view;
  if (overlay?.kind === 'help') return listFrame(helpLines(scope, size, glyphs), scope, screen, stage);
  if (overlay?.kind === 'notices') return listFrame(noticeLines(stage.notices, size, glyphs), scope, screen, stage);
  if (overlay?.kind === 'evidence') {
    return evidenceFrame(overlay, alertOf(shown.alerts.data, overlay.alertId), screen[0] ?? line(''), stage);
  }
  if (overlay?.kind === 'confirm') return overBottom(screen, questionLines(overlay.question.text, size, glyphs));
  return screen;
}

function tooSmall({ size, glyphs }: Stage): Line[] {
  const texts = ['Too small', `${size.columns}x${size.rows + 1}`, `Needs ${least.columns}x${least.rows + 1}`, 'q quit'];
  return frame({ head: [], body: texts.map((text) => line(text)), foot: [] }, size, glyphs.ellipsis);
}

/** Lines between the title and the keys of a screen. */
function listFrame(body: readonly Line[], scope: KeyScope, screen: readonly Line[], stage: Stage): Line[] {
  const { size, glyphs } = stage;
  const head = screen.slice(0, 1);
  const foot = [statusLineOf(stage), keyLine(scope, stage)];
  return frame({ head, body, foot }, size, glyphs.ellipsis);
}

function screenFrame(scope: KeyScope, shown: Shown, stage: Stage): Line[] {
  switch (scope) {
    case 'dashboard':
      return dashboardFrame(shown.dashboard.data, freshnessOf(shown.dashboard, scope), stage);
    case 'alerts':
      return alertsFrame(shown.alerts.data, freshnessOf(shown.alerts, scope), stage);
    case 'status':
      return statusFrame(shown.status.data, freshnessOf(shown.status, scope), stage);
    case 'detail':
      return detailFrame(shown.detail.data, freshnessOf(shown.detail, scope), stage);
  }
}

type AnyState = LiveState<DashboardData> | LiveState<AlertsData> | LiveState<DetailData> | Shown['status'];

/** How old the shown data is, and why it is not newer. */
export function freshnessOf({ loadedAt, isLoading, nextAt, error }: AnyState, scope: KeyScope): Freshness {
  const failure = error ? { sentence: loadFailure(error.reason, scope), at: error.at } : null;
  return { loadedAt, isLoading, nextAt, failure };
}

/** Why reading failed, in few words, because the line has little room. */
export function loadFailure(reason: unknown, scope: KeyScope): string {
  const name = reason instanceof Error ? reason.name : '';
  if (name === 'NotSignedInError') return 'Not signed in. Run: upvigil login';
  if (scope === 'status' || scope === 'detail') return publicPages.loadFailed;
  if (name === 'ServerUnreachableError') return 'Server not reachable';
  return reason instanceof Error ? reason.message : 'Something unexpected';
}
