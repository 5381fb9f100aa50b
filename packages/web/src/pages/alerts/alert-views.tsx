import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import type { Outage } from '@upvigil/core/status/outages';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { useMemo } from 'react';
import type { AlertView } from '../../alerting/alert-view.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import { countOf } from '../../components/lists/count-of.ts';
import type { ListState } from '../../components/lists/list-state.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { AlertDays } from './alert-days.tsx';
import { OutageList } from './outages/outage-list.tsx';
import type { OutageSummary } from './outages/summarize-outages.ts';
import type { AlertActions } from './use-alert-actions.ts';

interface AlertViewsProps {
  alerts: readonly Alert[];
  /** The same alerts as outages. */
  summary: OutageSummary | null;
  list: ListState;
  view: AlertView;
  actions: AlertActions;
}

/** Lists alerts one by one, or each alert and its recovery as an outage. The filters apply to both views. */
export function AlertViews({ alerts, summary, list, view, actions }: AlertViewsProps) {
  const type = list.facet('type');
  const search = list.deferredSearch.trim().toLowerCase();
  const found = useMemo(() => alerts.filter(lets(type, search)), [alerts, type, search]);
  const foundOutages = useMemo(
    () => summary?.outages.filter(({ alert }) => lets(type, search)(alert)),
    [summary, type, search],
  );
  const openIds = useMemo(() => summary && openIdsOf(summary.outages), [summary]);
  const ref = usePlainLinks<HTMLDivElement>();
  const isOfOutages = view === 'outages';
  const isEmpty = (isOfOutages ? foundOutages : found)?.length === 0;
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Filters alerts={alerts} list={list} {...countsOf(found, alerts, isOfOutages ? foundOutages : null, summary)} />
      {!isOfOutages ? <FoundAlerts found={found} openIds={openIds} actions={actions} /> : null}
      {isOfOutages && !summary ? <Spinner /> : null}
      {isOfOutages && summary && foundOutages && !isEmpty ? (
        <FoundOutages found={foundOutages} axis={summary.axis} actions={actions} />
      ) : null}
      {isEmpty ? (
        <EmptyState
          title={alertMessages.none}
          action={list.isFiltered ? <Button onClick={list.reset}>Clear filters</Button> : undefined}
        />
      ) : null}
    </div>
  );
}

/** Counts in the toolbar. */
function countsOf(
  found: readonly Alert[],
  alerts: readonly Alert[],
  foundOutages: readonly Outage[] | null | undefined,
  summary: OutageSummary | null,
) {
  if (!foundOutages || !summary) return { shown: found.length, total: alerts.length };
  const total = summary.outages.length;
  return {
    shown: foundOutages.length,
    total,
    of: `${countOf(total, 'problem')} from ${countOf(summary.alertCount, 'alert')}`,
  };
}

const rangeOptions = defaults.alertRangesHours.map((hours) => ({
  value: String(hours),
  label: `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
}));

interface FiltersProps {
  alerts: readonly Alert[];
  list: ListState;
  shown: number;
  total: number;
  of?: string;
}

function Filters({ alerts, list, ...counts }: FiltersProps) {
  const types = useMemo(() => typeOptionsOf(alerts), [alerts]);
  const facets = [
    { name: 'hours', label: 'Time Range', options: rangeOptions },
    { name: 'type', label: 'Alert Type', options: types },
  ];
  return <ListToolbar noun="alerts" state={list} facets={facets} {...counts} />;
}

interface FoundProps<Row> {
  found: readonly Row[];
  actions: AlertActions;
}

const openIdsOf = (outages: readonly Outage[]): ReadonlySet<number> =>
  new Set(outages.filter(({ isOpen }) => isOpen).map(({ alert }) => alert.id));

function FoundAlerts({ found, openIds, actions }: FoundProps<Alert> & { openIds: ReadonlySet<number> | null }) {
  const shown = useShownRows(found);
  return (
    <>
      <AlertDays alerts={shown.rows} openIds={openIds} actions={actions} />
      <ShowMore shown={shown} noun="alerts" />
    </>
  );
}

function FoundOutages({ found, ...rest }: FoundProps<Outage> & { axis: OutageSummary['axis'] }) {
  const shown = useShownRows(found);
  return (
    <>
      <OutageList outages={shown.rows} all={found} {...rest} />
      <ShowMore shown={shown} noun="outages" />
    </>
  );
}

const lets =
  (type: string, search: string) =>
  ({ alert_type, message, website_name }: Alert): boolean =>
    (type === 'all' || alert_type === type) &&
    (search === '' || `${alert_type} ${message} ${website_name}`.toLowerCase().includes(search));

function typeOptionsOf(alerts: readonly Alert[]) {
  const alertsOf = (type: string) => alerts.filter((alert) => alert.alert_type === type);
  return [
    { value: 'all', label: 'all', count: alerts.length },
    ...alertTypes.map((type) => ({ value: type, label: type, count: alertsOf(type).length })),
  ];
}
