import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import type { ProblemNow } from '../status/problems-now.ts';
import type { Shown } from './live/sources.ts';
import { shownAlerts, shownOutages, showsOutages } from './screens/alerts/alerts-model.ts';
import { problemKey, shownProblems, shownServices, shownWebsites } from './screens/dashboard/dashboard-model.ts';
import { monitorKey, shownMonitors } from './screens/monitors/monitors-model.ts';
import { shownServicesOf, shownStatuses } from './screens/status/status-model.ts';
import { type ListName, listOf, selectedIndex, type ViewState } from './view-state.ts';

/** The object of the row under the cursor. */
export type Target =
  | { kind: 'website'; id: number; name: string }
  | (MonitorTarget & { kind: 'url' | 'monitor' })
  | (MonitorTarget & { kind: 'heartbeat' })
  | { kind: 'alert'; id: number; url_id: number | null; network_monitor_id: number | null };

interface MonitorTarget {
  id: number;
  name: string;
  websiteId: number;
  /** The key of its row on the screen of its website. */
  service: string;
  /** Of its open alert, if one is known. */
  alertId: number | null;
}

interface Row {
  /** The key of its row in the list. */
  key: string;
  target: Target;
}

/** The list with the cursor: that of problems only while there are some. */
export function currentList(view: ViewState, { dashboard: { data } }: Pick<Shown, 'dashboard'>): ListName {
  const list = listOf(view);
  return list === 'problems' && (data === null || shownProblems(data, view.filter).length === 0) ? 'websites' : list;
}

/** The rows of a list that the cursor can move over, in screen order. */
function rowsOf(list: ListName, view: ViewState, shown: Shown): Row[] {
  const { filter } = view;
  switch (list) {
    case 'problems':
      return shown.dashboard.data ? shownProblems(shown.dashboard.data, filter).map(problemRow) : [];
    case 'websites':
      return shown.dashboard.data ? shownWebsites(shown.dashboard.data, filter).map(websiteRow) : [];
    case 'status':
      return shownStatuses(shown.status.data ?? [], filter).map(websiteRow);
    case 'monitors':
      return shown.monitors.data ? shownMonitors(shown.monitors.data, filter).map(monitorRow) : [];
    case 'services':
      return serviceRows(shown, filter);
    case 'detail':
      return detailRows(view, shown);
    case 'alerts':
      return alertRows(view, shown);
  }
}

const websiteRow = ({ id, name }: { id: number; name: string }): Row => ({
  key: String(id),
  target: { kind: 'website', id, name },
});

const problemRow = (problem: ProblemNow): Row => {
  const { kind, monitorId: id, websiteId, target: name, alert } = problem;
  const target = kind === 'URL' ? 'url' : 'monitor';
  return {
    key: problemKey(problem),
    target: { kind: target, id, name, websiteId, service: `${kind} ${id}`, alertId: alert?.id ?? null },
  };
};

const serviceRows = ({ dashboard: { data } }: Shown, filter: string): Row[] =>
  (data ? shownServices(data, filter) : []).map(({ monitor_id: id, monitor_type, name, website_id: websiteId }) => ({
    key: String(id),
    target: { kind: 'monitor', id, name, websiteId, service: `${monitor_type} ${id}`, alertId: null },
  }));

const monitorRow = (monitor: ListedMonitor): Row => {
  const { kind, id, name, website_id: websiteId } = monitor;
  const target = kind === 'URL' ? 'url' : kind === 'HEARTBEAT' ? 'heartbeat' : 'monitor';
  const key = monitorKey(monitor);
  return { key, target: { kind: target, id, name, websiteId, service: key, alertId: null } };
};

function alertRows(view: ViewState, { alerts: { data } }: Shown): Row[] {
  const { alertType, filter } = view;
  if (!data) return [];
  const alerts = showsOutages(view)
    ? shownOutages(data, alertType, filter).map(({ alert }) => alert)
    : shownAlerts(data, alertType, filter);
  return alerts.map(({ id, url_id, network_monitor_id }) => ({
    key: String(id),
    target: { kind: 'alert', id, url_id, network_monitor_id },
  }));
}

function detailRows({ filter, websiteId }: ViewState, { detail: { data } }: Shown): Row[] {
  if (!data || websiteId === null || data.websiteId !== websiteId) return [];
  const { urls, network } = shownServicesOf(data, filter);
  return [...urls, ...network].map(({ key, kind, name, entry: { id } }) => ({
    key,
    target: { kind: kind === 'URL' ? 'url' : 'monitor', id, name, websiteId, service: key, alertId: null },
  }));
}

/** The object under the cursor; null in an empty list. */
export function targetOf(view: ViewState, shown: Shown): Target | null {
  const list = currentList(view, shown);
  const rows = rowsOf(list, view, shown);
  return (
    rows[
      selectedIndex(
        rows.map(({ key }) => key),
        view.selected[list],
      )
    ]?.target ?? null
  );
}

/** The key of the row `by` rows further, within the list; null in an empty list. */
export function moved(view: ViewState, shown: Shown, by: number): string | null {
  const list = currentList(view, shown);
  const rows = rowsOf(list, view, shown);
  const from = selectedIndex(
    rows.map(({ key }) => key),
    view.selected[list],
  );
  const to = Math.max(0, Math.min(rows.length - 1, from + by));
  return rows[to]?.key ?? null;
}

/**
 * Where one row up or down leads: within the list, or between problems and websites, which stand one below the other.
 * Null in an empty list.
 */
export function stepped(view: ViewState, shown: Shown, by: 1 | -1): { list: ListName; key: string } | null {
  const list = currentList(view, shown);
  const key = moved(view, shown, by);
  const isAtEnd = key === moved(view, shown, 0);
  const neighbours: Partial<Record<ListName, ListName>> =
    by === 1 ? { problems: 'websites' } : { websites: 'problems' };
  const neighbour = isAtEnd ? neighbours[list] : undefined;
  const beyond = neighbour && rowsOf(neighbour, view, shown).at(by === 1 ? 0 : -1);
  if (neighbour && beyond) return { list: neighbour, key: beyond.key };
  return key === null ? null : { list, key };
}
