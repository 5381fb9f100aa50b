import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import type { Silence } from '@upvigil/core/contract/silences';
import { defaults } from '@upvigil/core/defaults';
import type { Outage } from '@upvigil/core/status/outages';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { longRangeIds, type TimeSpan, timeRanges } from '@upvigil/core/time-ranges';
import { type ReactNode, useMemo } from 'react';
import type { AlertView } from '../../alerting/alert-view.ts';
import { Button } from '../../components/basics/button.tsx';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import { countOf } from '../../components/lists/count-of.ts';
import type { ListState } from '../../components/lists/list-state.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { SpanSelect } from '../../components/time/span-select.tsx';
import { AlertDays } from './alert-days.tsx';
import { FigureLine } from './figure-line.tsx';
import type { FoundAlerts } from './find-alerts.ts';
import { NothingOpen, OpenNow } from './open/open-now.tsx';
import type { OpenChecks } from './open/open-words.ts';
import { OutageList } from './outages/outage-list.tsx';
import type { OutageSummary } from './outages/summarize-outages.ts';
import type { AlertActions } from './use-alert-actions.ts';

interface AlertViewsProps {
  /** The alerts of the range and the open ones, each once and as outages. */
  summary: OutageSummary;
  found: FoundAlerts;
  checks: ReadonlyMap<number, OpenChecks>;
  /** Silences in effect. */
  silences: readonly Silence[];
  span: TimeSpan;
  list: ListState;
  view: AlertView;
  /** Whether search and filters are shown on small screens too. */
  hasFilters: boolean;
  actions: AlertActions;
  /** Content between the open alerts and the others. */
  children: ReactNode;
}

/** Open alerts first, then the others one by one, or each alert and its recovery as an outage. The filters apply to all. */
export function AlertViews(props: AlertViewsProps) {
  const { summary, found, checks, silences, span, list, view, hasFilters, actions, children } = props;
  const { outages, alerts, axis, now } = summary;
  const ref = usePlainLinks<HTMLDivElement>();
  const ended = view === 'outages' ? found.outages : found.alerts;
  const isEmpty = found.open.length + ended.length === 0;
  const isCalm = !outages.some(({ isOpen }) => isOpen);
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className={hasFilters ? '' : 'max-md:hidden'}>
        <Filters alerts={alerts} span={span} list={list} {...countsOf(found, summary, view)} />
      </div>
      {isCalm ? <NothingOpen last={outages[0]} /> : null}
      <OpenNow outages={found.open} checks={checks} silences={silences} now={now} actions={actions} />
      {children}
      {isEmpty ? (
        <EmptyState
          title={alertMessages.none}
          action={list.isFiltered ? <Button onClick={list.reset}>Clear filters</Button> : undefined}
        />
      ) : (
        <section className="card overflow-clip p-0!" aria-label="Ended">
          <FigureLine figures={summary.figures} span={span} now={now} />
          {view === 'outages' ? (
            <EndedOutages found={found.outages} axis={axis} now={now} actions={actions} />
          ) : (
            <EndedAlerts found={found.alerts} actions={actions} />
          )}
        </section>
      )}
    </div>
  );
}

/** Counts in the toolbar. */
function countsOf({ open, alerts, outages }: FoundAlerts, summary: OutageSummary, view: AlertView) {
  if (view === 'alerts') return { shown: open.length + alerts.length, total: summary.alerts.length };
  const total = summary.outages.length;
  const of = `${countOf(total, 'problem')} from ${countOf(summary.alerts.length, 'alert')}`;
  return { shown: open.length + outages.length, total, of };
}

const ranges = defaults.alertRangesHours.map((hours) => ({
  hours,
  label:
    longRangeIds.map((id) => timeRanges[id]).find((range) => range.hours === hours)?.name ?? countOf(hours, 'hour'),
}));

interface FiltersProps {
  alerts: readonly Alert[];
  span: TimeSpan;
  list: ListState;
  shown: number;
  total: number;
  of?: string;
}

function Filters({ alerts, span, list, ...counts }: FiltersProps) {
  const types = useMemo(() => typeOptionsOf(alerts), [alerts]);
  const choose = (next: TimeSpan) => {
    list.setFacet('day', typeof next === 'number' ? '' : next);
    if (typeof next === 'number') list.setFacet('hours', String(next));
  };
  const time = <SpanSelect label="Time Range" isLabelShown ranges={ranges} span={span} onChoose={choose} />;
  const facets = [
    { name: 'hours', control: time },
    { name: 'type', label: 'Alert Type', options: types },
  ];
  return <ListToolbar noun="alerts" state={list} facets={facets} {...counts} />;
}

interface FoundProps<Row> {
  found: readonly Row[];
  actions: AlertActions;
}

function EndedAlerts({ found, actions }: FoundProps<Alert>) {
  const shown = useShownRows(found);
  return (
    <>
      <AlertDays alerts={shown.rows} all={found} actions={actions} />
      <ShowMore shown={shown} noun="alerts" />
    </>
  );
}

function EndedOutages({ found, ...rest }: FoundProps<Outage> & Pick<OutageSummary, 'axis' | 'now'>) {
  const shown = useShownRows(found);
  if (found.length === 0) return null;
  return (
    <>
      <OutageList outages={shown.rows} all={found} {...rest} />
      <ShowMore shown={shown} noun="outages" />
    </>
  );
}

function typeOptionsOf(alerts: readonly Alert[]) {
  const alertsOf = (type: string) => alerts.filter((alert) => alert.alert_type === type);
  return [
    { value: 'all', label: 'all', count: alerts.length },
    ...alertTypes.map((type) => ({ value: type, label: type, count: alertsOf(type).length })),
  ];
}
