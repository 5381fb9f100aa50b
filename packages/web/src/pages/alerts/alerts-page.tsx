import { useQuery } from '@tanstack/react-query';
import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { memo, useMemo } from 'react';
import { firstContentMs } from '../../api/first-reads.ts';
import { alerts as alertsQuery } from '../../api/queries.ts';
import { useFreshRange } from '../../api/use-fresh-range.ts';
import { Button, buttonClass } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import { LoadState } from '../../components/states/load-state.tsx';
import { useLater } from '../../components/states/use-later.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { AlertViews } from './alert-views.tsx';
import { AlertsLedger } from './alerts-ledger.tsx';
import { openAlerts } from './open-alerts-query.ts';
import { clearAllLabel, clearOldLabel, useAlertActions } from './use-alert-actions.ts';
import { useAlertView } from './use-alert-view.ts';
import { useOutageCode } from './use-outage-code.ts';

const facets = { hours: String(defaults.hours.alerts), type: 'all' };
const noAlerts: readonly Alert[] = [];
/** First part of the keys of reads that depend on the range. */
const rangeGroups = ['alerts'];

/** The alerts of a time range, filtered by type and text: one by one with who was told, or as outages; above, their figures. */
export function AlertsPage() {
  const list = useListState({ facets, defaultSort: '' });
  const hours = defaults.alertRangesHours.find((one) => String(one) === list.facet('hours')) ?? defaults.hours.alerts;
  useFreshRange(rangeGroups, hours);
  const query = useQuery(alertsQuery(hours));
  const { data, isPlaceholderData, dataUpdatedAt } = query;
  const actions = useAlertActions();
  const [view, setView] = useAlertView(list);
  const code = useOutageCode(data !== undefined || view === 'outages');
  // Read after the first content, unless that is outages. Where it fails, they are told as far as the range tells them.
  const isLater = useLater(firstContentMs);
  const { data: open = noAlerts } = useQuery({ ...openAlerts(), enabled: isLater || view === 'outages' });
  const told = useMemo(
    () => (data && code ? code.tell(data, open, hours, dataUpdatedAt || Date.now()) : null),
    [data, open, code, hours, dataUpdatedAt],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Head sub={told?.head ?? '\u00a0'} actions={actions} />
      {code && told ? <code.Figures figures={told.figures} hours={hours} /> : null}
      {told || (query.isError && !data) ? null : <AlertsLedger figures={null} />}
      {data ? (
        <div className={isPlaceholderData ? 'opacity-75' : ''} aria-busy={isPlaceholderData}>
          <AlertViews
            alerts={data}
            told={told}
            code={code}
            list={list}
            view={view}
            onView={setView}
            onDelete={actions.remove}
          />
        </div>
      ) : null}
      <LoadState query={query} title="Could not load alerts">
        <Spinner />
      </LoadState>
    </div>
  );
}

interface HeadProps {
  sub: string;
  actions: ReturnType<typeof useAlertActions>;
}

/** Stays as it is while somebody types. */
const Head = memo(function Head({ sub, actions }: HeadProps) {
  return (
    <PageHead
      title="Alerts"
      sub={sub}
      actions={
        <>
          <a href="/certificates" className={buttonClass('bare')}>
            Certificates
          </a>
          <Button onClick={() => void actions.clearOld()}>{clearOldLabel}</Button>
          <Button onClick={() => void actions.clearAll()}>{clearAllLabel}</Button>
        </>
      }
    />
  );
});
