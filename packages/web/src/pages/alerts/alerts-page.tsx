import { useQuery } from '@tanstack/react-query';
import { alertTypes } from '@upvigil/core/alert-types';
import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/messages';
import { useMemo } from 'react';
import { alerts as alertsQuery } from '../../api/queries.ts';
import { useFreshRange } from '../../api/use-fresh-range.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import type { ListState } from '../../components/lists/list-state.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { dayName, startOfLocalDay } from '../../components/time/time-format.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { AlertRow } from './alert-row.tsx';
import { clearAllLabel, clearOldLabel, useAlertActions } from './use-alert-actions.ts';

const facets = { hours: String(defaults.hours.alerts), type: 'all' };
/** First part of the keys of reads that depend on the range. */
const rangeGroups = ['alerts'];
const rangeOptions = defaults.alertRangesHours.map((hours) => ({
  value: String(hours),
  label: `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
}));

/** The alerts of a time range, filtered by type and text and grouped by day, each with who was told. */
export function AlertsPage() {
  const list = useListState({ facets, defaultSort: '' });
  const chosen = rangeOptions.find(({ value }) => value === list.facet('hours'));
  const hours = Number(chosen?.value ?? facets.hours);
  useFreshRange(rangeGroups, hours);
  const query = useQuery(alertsQuery(hours));
  const { data, isPlaceholderData } = query;
  const actions = useAlertActions();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title="Alerts"
        actions={
          <>
            <Button onClick={() => void actions.clearOld()}>{clearOldLabel}</Button>
            <Button onClick={() => void actions.clearAll()}>{clearAllLabel}</Button>
          </>
        }
      />
      {data ? (
        <div className={isPlaceholderData ? 'opacity-75' : ''} aria-busy={isPlaceholderData}>
          <AlertList alerts={data} list={list} onDelete={actions.remove} />
        </div>
      ) : null}
      <LoadState query={query} title="Could not load alerts">
        <Spinner />
      </LoadState>
    </div>
  );
}

interface AlertListProps {
  alerts: readonly Alert[];
  list: ListState;
  onDelete: (alert: Alert) => void;
}

function AlertList({ alerts, list, onDelete }: AlertListProps) {
  const type = list.facet('type');
  const search = list.deferredSearch.trim().toLowerCase();
  const matching = useMemo(() => filterAlerts(alerts, type, search), [alerts, type, search]);
  const shown = useShownRows(matching);
  const days = useMemo(() => groupByDay(shown.rows), [shown.rows]);
  const typeOptions = useMemo(() => typeOptionsOf(alerts), [alerts]);
  const ref = usePlainLinks<HTMLDivElement>();
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListToolbar
        noun="alerts"
        state={list}
        facets={[
          { name: 'hours', label: 'Time Range', options: rangeOptions },
          { name: 'type', label: 'Alert Type', options: typeOptions },
        ]}
        shown={matching.length}
        total={alerts.length}
      />
      {days.map(({ day, alerts: ofDay }) => (
        <section key={day} className="card" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="text-sm">
            {dayName(day, Date.now())}
          </h2>
          <ul>
            {ofDay.map((alert) => (
              <AlertRow key={alert.id} alert={alert} onDelete={onDelete} />
            ))}
          </ul>
        </section>
      ))}
      {matching.length === 0 ? (
        <EmptyState
          title={messages.alerts.none}
          action={list.isFiltered ? <Button onClick={list.reset}>Clear filters</Button> : undefined}
        />
      ) : null}
      <ShowMore shown={shown} noun="alerts" />
    </div>
  );
}

const filterAlerts = (alerts: readonly Alert[], type: string, search: string): readonly Alert[] =>
  alerts.filter(
    (alert) =>
      (type === 'all' || alert.alert_type === type) &&
      (search === '' || `${alert.alert_type} ${alert.message} ${alert.website_name}`.toLowerCase().includes(search)),
  );

function typeOptionsOf(alerts: readonly Alert[]) {
  const countOf = (type: string) => alerts.filter((alert) => alert.alert_type === type).length;
  return [
    { value: 'all', label: 'all', count: alerts.length },
    ...alertTypes.map((type) => ({ value: type, label: type, count: countOf(type) })),
  ];
}

function groupByDay(alerts: readonly Alert[]): { day: number; alerts: Alert[] }[] {
  const days: { day: number; alerts: Alert[] }[] = [];
  for (const alert of alerts) {
    const day = startOfLocalDay(Date.parse(alert.created_at));
    const last = days.at(-1);
    if (last?.day === day) last.alerts.push(alert);
    else days.push({ day, alerts: [alert] });
  }
  return days;
}
