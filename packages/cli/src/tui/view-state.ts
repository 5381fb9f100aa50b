import { type AlertType, alertTypes } from '@upvigil/core/contract/names/alerts';
import type { ApiToken } from '@upvigil/core/contract/tokens';
import { defaults } from '@upvigil/core/defaults';
import type { CheckOutcome } from '../checks/trigger.ts';
import type { KeyScope } from './keys/key-map.ts';

export type ScreenName = 'dashboard' | 'alerts' | 'status' | 'monitors';
/** A list with a cursor. */
export type ListName = Pane | 'alerts' | 'status' | 'monitors' | 'detail';
/** The lists of the dashboard, from top to bottom. */
export const panes = ['problems', 'websites', 'services'] as const;
export type Pane = (typeof panes)[number];

export type Question =
  | { about: 'delete'; alertId: number; text: string }
  | { about: 'clear-old' | 'clear-all'; text: string }
  /** The open alerts at the time of the question. */
  | { about: 'acknowledge-all'; ids: readonly number[]; text: string };

/** The evidence of an alert as lines of any length, or why it cannot be read; null while loading. */
type Seen = { lines: readonly string[] } | { failure: string } | null;

/** The API tokens, or why they cannot be read; null while loading. */
type ReadTokens = { tokens: readonly ApiToken[] } | { failure: string } | null;

/** Drawn over the screen. */
export type Overlay =
  | { kind: 'help' }
  | { kind: 'notices' }
  | { kind: 'confirm'; question: Question }
  /** The deliveries of an alert. */
  | { kind: 'alert'; alertId: number }
  /** `top`: the first visible line. */
  | { kind: 'evidence'; alertId: number; seen: Seen; top: number }
  | { kind: 'outcomes'; title: string; outcomes: readonly CheckOutcome[] }
  /** `top`: the first visible token. */
  | { kind: 'tokens'; read: ReadTokens; top: number };

export interface StatusLine {
  text: string;
  tone: 'good' | 'warn' | 'bad' | 'plain';
}

/** The person's choices, without the server's data. */
export interface ViewState {
  screen: ScreenName;
  /** The website opened from the dashboard or the status screen. */
  websiteId: number | null;
  pane: Pane;
  dashboardHours: number;
  alertHours: number;
  alertType: AlertType | null;
  /** Rows are alerts, or problems from their alert to its RECOVERED. */
  alertRows: 'alerts' | 'outages';
  filter: string;
  isFiltering: boolean;
  /** Terms of the list of monitors, as the API takes them; empty: all monitors. */
  tag: string;
  /** The text in the question for a tag; null while it is not open. */
  typedTag: string | null;
  /** The key of the selected row of each list. */
  selected: Readonly<Partial<Record<ListName, string>>>;
  overlay: Overlay | null;
  statusLine: StatusLine | null;
}

export type ViewAction =
  | { type: 'go'; screen: ScreenName }
  /** `service`: the key of its selected row. */
  | { type: 'open-website'; websiteId: number; service?: string }
  | { type: 'back' }
  | { type: 'pane'; pane: Pane }
  | { type: 'range' }
  | { type: 'alert-type' }
  | { type: 'alert-rows' }
  | { type: 'select'; list: ListName; key: string }
  | { type: 'filter'; text: string; isFiltering: boolean }
  | { type: 'type-tag'; text: string | null }
  | { type: 'tag'; tag: string }
  | { type: 'overlay'; overlay: Overlay | null }
  | { type: 'seen'; alertId: number; seen: Seen }
  | { type: 'tokens'; read: ReadTokens }
  | { type: 'scroll'; top: number }
  | { type: 'statusLine'; statusLine: StatusLine | null };

export interface Start {
  screen: ScreenName;
  hours?: number;
  type?: AlertType | null;
  websiteId?: number | null;
}

export const initialView = ({ screen, hours, type = null, websiteId = null }: Start): ViewState => ({
  screen,
  websiteId,
  pane: 'websites',
  dashboardHours: screen === 'dashboard' && hours !== undefined ? hours : defaults.hours.dashboard,
  alertHours: screen === 'alerts' && hours !== undefined ? hours : defaults.hours.alerts,
  alertType: type,
  alertRows: 'alerts',
  filter: '',
  isFiltering: false,
  tag: '',
  typedTag: null,
  selected: {},
  overlay: null,
  statusLine: null,
});

export function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'go':
      return { ...state, ...nothingOpen, screen: action.screen, websiteId: null };
    case 'open-website':
      return {
        ...state,
        ...nothingOpen,
        websiteId: action.websiteId,
        selected: { ...state.selected, detail: action.service ?? '' },
      };
    case 'back':
      return back(state);
    case 'pane':
      return { ...state, pane: action.pane };
    case 'range':
      return nextRange(state);
    case 'alert-type':
      return { ...state, alertType: next([null, ...alertTypes], state.alertType) };
    case 'alert-rows':
      return { ...state, alertRows: state.alertRows === 'alerts' ? 'outages' : 'alerts' };
    case 'select':
      return {
        ...state,
        pane: panes.find((pane) => pane === action.list) ?? state.pane,
        selected: { ...state.selected, [action.list]: action.key },
      };
    case 'filter':
      return { ...state, filter: action.text, isFiltering: action.isFiltering };
    case 'type-tag':
      return { ...state, typedTag: action.text };
    case 'tag':
      return { ...state, tag: action.tag, typedTag: null };
    case 'overlay':
      return { ...state, overlay: action.overlay };
    case 'seen':
      return withOpen(state, 'evidence', ({ alertId }) =>
        alertId === action.alertId ? { seen: action.seen, top: 0 } : {},
      );
    case 'tokens':
      return withOpen(state, 'tokens', () => ({ read: action.read }));
    case 'scroll':
      return scrolled(state, { top: action.top });
    case 'statusLine':
      return { ...state, statusLine: action.statusLine };
  }
}

type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { kind: Kind }>;

/** Changes the overlay of a kind. Does nothing if another overlay or none is open by now. */
function withOpen<Kind extends Overlay['kind']>(
  state: ViewState,
  kind: Kind,
  change: (overlay: OverlayOf<Kind>) => Partial<OverlayOf<Kind>>,
): ViewState {
  const { overlay } = state;
  const isOpen = (open: Overlay | null): open is OverlayOf<Kind> => open?.kind === kind;
  return isOpen(overlay) ? { ...state, overlay: { ...overlay, ...change(overlay) } } : state;
}

const scrolled = (state: ViewState, to: { top: number }): ViewState =>
  withOpen(
    withOpen(state, 'evidence', () => to),
    'tokens',
    () => to,
  );

const nothingOpen = { filter: '', isFiltering: false, typedTag: null, overlay: null, statusLine: null } as const;

/** Goes back one step: closes the overlay, else clears the filter, else leaves the website, else clears the tag. */
function back(state: ViewState): ViewState {
  if (state.overlay) return { ...state, overlay: null };
  if (state.filter !== '') return { ...state, filter: '', isFiltering: false };
  return scopeOf(state) === 'monitors' ? { ...state, tag: '' } : { ...state, websiteId: null };
}

function nextRange(state: ViewState): ViewState {
  if (state.screen === 'alerts') return { ...state, alertHours: next(defaults.alertRangesHours, state.alertHours) };
  const hours = defaults.dashboardRanges.map((range) => range.hours);
  return { ...state, dashboardHours: next(hours, state.dashboardHours) };
}

/** The item after `current`; the first one after the last, or if `current` is not in the list. */
function next<Item>(items: readonly Item[], current: Item): Item {
  const found = items[(items.indexOf(current) + 1) % items.length];
  return found === undefined ? current : found;
}

export const scopeOf = ({ screen, websiteId }: Pick<ViewState, 'screen' | 'websiteId'>): KeyScope =>
  websiteId !== null && screen !== 'alerts' ? 'detail' : screen;

export function listOf(state: ViewState): ListName {
  const scope = scopeOf(state);
  return scope === 'dashboard' ? state.pane : scope;
}

/** The index of the selected row; 0 if the row is gone. */
export const selectedIndex = (keys: readonly string[], selected: string | undefined): number =>
  Math.max(0, selected === undefined ? 0 : keys.indexOf(selected));
