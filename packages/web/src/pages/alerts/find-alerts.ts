import type { Alert } from '@upvigil/core/contract/alerts';
import type { Outage } from '@upvigil/core/status/outages';
import { useMemo } from 'react';
import type { AlertView } from '../../alerting/alert-view.ts';
import type { ListState } from '../../components/lists/list-state.ts';
import { alertAsOutage } from './outage-texts.ts';
import type { OutageSummary } from './outages/summarize-outages.ts';

/** The alerts that match type and search. */
export interface FoundAlerts {
  open: readonly Outage[];
  /** Without open alerts. */
  alerts: readonly Alert[];
  outages: readonly Outage[];
}

const nothing: FoundAlerts = { open: [], alerts: [], outages: [] };

/** `summary` is null while the alerts are loading. */
export function useFoundAlerts(summary: OutageSummary | null, list: ListState): FoundAlerts {
  const type = list.facet('type');
  const search = list.deferredSearch.trim().toLowerCase();
  return useMemo(() => (summary ? findAlerts(summary, matches(type, search)) : nothing), [summary, type, search]);
}

function findAlerts({ outages, alerts }: OutageSummary, isFound: (alert: Alert) => boolean): FoundAlerts {
  const shown = outages.filter(({ alert }) => isFound(alert));
  const openIds = new Set(outages.filter(({ isOpen }) => isOpen).map(({ alert }) => alert.id));
  return {
    open: shown.filter(({ isOpen }) => isOpen),
    outages: shown.filter(({ isOpen }) => !isOpen),
    alerts: alerts.filter((alert) => !openIds.has(alert.id) && isFound(alert)),
  };
}

const matches =
  (type: string, search: string) =>
  ({ alert_type, message, website_name }: Alert): boolean =>
    (type === 'all' || alert_type === type) &&
    (search === '' || `${alert_type} ${message} ${website_name}`.toLowerCase().includes(search));

/** All rows of a view, including rows not drawn yet. */
export const rowsOfView = ({ open, alerts, outages }: FoundAlerts, view: AlertView): Outage[] => [
  ...open,
  ...(view === 'outages' ? outages : alerts.map(alertAsOutage)),
];
