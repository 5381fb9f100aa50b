import type { Shown } from './live/sources.ts';
import { shownAlerts, shownOutages, showsOutages } from './screens/alerts/alerts-model.ts';
import { shownServices, shownWebsites } from './screens/dashboard/dashboard-model.ts';
import { shownServicesOf, shownStatuses } from './screens/status/status-model.ts';
import { listOf, selectedIndex, type ViewState } from './view-state.ts';

/** The object of the row under the cursor. */
export type Target =
  | { kind: 'website'; id: number; name: string }
  | { kind: 'url'; id: number; name: string; websiteId: number }
  | { kind: 'monitor'; id: number; name: string; websiteId: number }
  | { kind: 'alert'; id: number; url_id: number | null; network_monitor_id: number | null };

interface Row {
  /** The key of its row in the list. */
  key: string;
  target: Target;
}

/** The rows that the cursor can move over, in screen order. */
function rowsOf(view: ViewState, shown: Shown): Row[] {
  const { filter } = view;
  switch (listOf(view)) {
    case 'websites':
      return shown.dashboard.data ? shownWebsites(shown.dashboard.data, filter).map(websiteRow) : [];
    case 'status':
      return shownStatuses(shown.status.data ?? [], filter).map(websiteRow);
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

const serviceRows = ({ dashboard: { data } }: Shown, filter: string): Row[] =>
  (data ? shownServices(data, filter) : []).map(({ monitor_id: id, name, website_id: websiteId }) => ({
    key: String(id),
    target: { kind: 'monitor', id, name, websiteId },
  }));

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
    target: { kind: kind === 'URL' ? 'url' : 'monitor', id, name, websiteId },
  }));
}

/** The object under the cursor; null in an empty list. */
export function targetOf(view: ViewState, shown: Shown): Target | null {
  const rows = rowsOf(view, shown);
  return (
    rows[
      selectedIndex(
        rows.map(({ key }) => key),
        view.selected[listOf(view)],
      )
    ]?.target ?? null
  );
}

/** The key of the row `by` rows further, within the list; null in an empty list. */
export function moved(view: ViewState, shown: Shown, by: number): string | null {
  const rows = rowsOf(view, shown);
  const from = selectedIndex(
    rows.map(({ key }) => key),
    view.selected[listOf(view)],
  );
  const to = Math.max(0, Math.min(rows.length - 1, from + by));
  return rows[to]?.key ?? null;
}
