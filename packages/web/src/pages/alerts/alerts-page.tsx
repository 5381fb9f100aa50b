import { useQuery } from '@tanstack/react-query';
import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { AlertTabs } from '../../alerting/alert-tabs.tsx';
import { alertViewOf } from '../../alerting/alert-view.ts';
import { openAlerts } from '../../alerting/open-alerts-query.ts';
import { alerts as alertsQuery } from '../../api/queries.ts';
import { useFreshRange } from '../../api/use-fresh-range.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import { useRouterQuery } from '../../components/lists/use-router-query.ts';
import { LoadState } from '../../components/states/load-state.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { AlertViews } from './alert-views.tsx';
import { AlertsLedger } from './alerts-ledger.tsx';
import { AlertFigures } from './outages/alert-figures.tsx';
import { type OutageSummary, summarizeOutages } from './outages/summarize-outages.ts';
import { AlertStrip } from './strip/alert-strip.tsx';
import { useStrip } from './strip/use-strip.ts';
import { type AlertActions, clearAllLabel, clearOldLabel, useAlertActions } from './use-alert-actions.ts';

const AcknowledgeDialog = lazy(async () => ({
  default: (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
}));

const facets = { hours: String(defaults.hours.alerts), type: 'all' };
const noAlerts: readonly Alert[] = [];
/** Prefixes of the query keys that depend on the range. */
const rangeGroups = ['alerts'];

/** Alerts of a time range with filters, as a list or grouped into outages, with figures above. */
export function AlertsPage() {
  const list = useListState({ facets, defaultSort: '' });
  const hours = defaults.alertRangesHours.find((one) => String(one) === list.facet('hours')) ?? defaults.hours.alerts;
  useFreshRange(rangeGroups, hours);
  const query = useQuery(alertsQuery(hours));
  const { data, isPlaceholderData, dataUpdatedAt } = query;
  const [acknowledged, setAcknowledged] = useState<readonly Alert[] | null>(null);
  const actions = useAlertActions(setAcknowledged);
  const [address] = useRouterQuery();
  const view = alertViewOf(address);
  // Notices and alerts appear together, so that the layout does not shift, unless the notices are late.
  const strip = useStrip();
  const isShown = data !== undefined && strip.isSettled;
  // If this query fails, outages are known only within the range.
  const { data: open = noAlerts } = useQuery(openAlerts());
  const summary = useMemo(
    () => (data ? summarizeOutages(data, open, hours, dataUpdatedAt || Date.now()) : null),
    [data, open, hours, dataUpdatedAt],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Head sub={summary?.head ?? '\u00a0'} actions={actions} />
      <AlertTabs />
      {query.isError && !data ? null : <Figures summary={summary} hours={hours} />}
      {isShown ? (
        <>
          <AlertStrip {...strip} />
          <div className={isPlaceholderData ? 'opacity-75' : ''} aria-busy={isPlaceholderData}>
            <AlertViews alerts={data} summary={summary} list={list} view={view} actions={actions} />
          </div>
        </>
      ) : null}
      <LoadState query={query} title="Could not load alerts">
        <Spinner />
      </LoadState>
      {data && !isShown ? <Spinner /> : null}
      <Acknowledging alerts={acknowledged} onClose={() => setAcknowledged(null)} />
    </div>
  );
}

/** Figures, or their placeholders while loading. */
const Figures = ({ summary, hours }: { summary: OutageSummary | null; hours: number }) =>
  summary ? <AlertFigures figures={summary.figures} hours={hours} /> : <AlertsLedger figures={null} />;

/** Form that acknowledges the given alerts. */
const Acknowledging = ({ alerts, onClose }: { alerts: readonly Alert[] | null; onClose: () => void }) =>
  alerts ? (
    <Suspense fallback={null}>
      <AcknowledgeDialog alerts={alerts} onClose={onClose} />
    </Suspense>
  ) : null;

interface HeadProps {
  sub: string;
  actions: AlertActions;
}

/** Memoized, so that it does not render on each keystroke in the search. */
const Head = memo(function Head({ sub, actions }: HeadProps) {
  return (
    <PageHead
      title="Alerts"
      sub={sub}
      actions={
        <>
          <Button onClick={() => void actions.acknowledgeAll()}>Acknowledge All</Button>
          <Button onClick={() => void actions.clearOld()}>{clearOldLabel}</Button>
          <Button onClick={() => void actions.clearAll()}>{clearAllLabel}</Button>
        </>
      }
    />
  );
});
