import { useQuery } from '@tanstack/react-query';
import type { Alert, OpenAlert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { unacknowledged } from '@upvigil/core/status/outages';
import { isPastDay, localDay, type TimeSpan } from '@upvigil/core/time-ranges';
import { ListFilter, UserRoundCheck } from 'lucide-react';
import { memo, Suspense, useCallback, useMemo, useState } from 'react';
import { AlertTabs } from '../../alerting/alert-tabs.tsx';
import { type AlertView, alertViewOf } from '../../alerting/alert-view.ts';
import { openAlerts } from '../../alerting/open-alerts-query.ts';
import { alerts as alertsQuery } from '../../api/queries.ts';
import { useFreshRange } from '../../api/use-fresh-range.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { useAsked } from '../../components/dialogs/use-asked.ts';
import { saveCsv } from '../../components/downloads/save-file.ts';
import type { ListState } from '../../components/lists/list-state.ts';
import { useListState } from '../../components/lists/use-list-state.ts';
import { useRouterQuery } from '../../components/lists/use-router-query.ts';
import { RowMenu } from '../../components/rows/row-menu.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { AlertViews } from './alert-views.tsx';
import { type FoundAlerts, rowsOfView, useFoundAlerts } from './find-alerts.ts';
import { checksById } from './open/open-now.tsx';
import { summarizeOutages } from './outages/summarize-outages.ts';
import { AlertStrip } from './strip/alert-strip.tsx';
import { useStrip } from './strip/use-strip.ts';
import { type AlertActions, clearAllLabel, clearOldLabel, useAlertActions } from './use-alert-actions.ts';

const AcknowledgeDialog = lazyPart(async () => ({
  default: (await import('../../alerting/acknowledge-dialog.tsx')).AcknowledgeDialog,
}));

const facets = { hours: String(defaults.hours.alerts), day: '', type: 'all' };
const noAlerts: readonly OpenAlert[] = [];
/** Prefixes of the query keys that depend on the range. */
const rangeGroups = ['alerts'];

/** Open alerts, then those of a time range one by one or as outages; filtered by type and text. */
export function AlertsPage() {
  const list = useListState({ facets, defaultSort: '' });
  const span = spanOf(list);
  useFreshRange(rangeGroups, span);
  const query = useQuery(alertsQuery(span));
  const { data, isPlaceholderData, dataUpdatedAt } = query;
  const [acknowledged, setAcknowledged] = useState<readonly Alert[] | null>(null);
  const actions = useAlertActions(setAcknowledged);
  useAsked('acknowledge', actions.acknowledgeAll);
  const [address] = useRouterQuery();
  const view = alertViewOf(address);
  const [hasFilters, setHasFilters] = useState(list.isFiltered);
  // Notices and alerts appear together, so that the layout does not shift, unless the notices are late.
  const strip = useStrip();
  // If this query fails, outages are known only within the range.
  const { data: open = noAlerts } = useQuery(openAlerts());
  const summary = useMemo(
    () => (data ? summarizeOutages(data, open, span, dataUpdatedAt || Date.now()) : null),
    [data, open, span, dataUpdatedAt],
  );
  const found = useFoundAlerts(summary, list);
  const checks = useMemo(() => checksById(open), [open]);
  const waiting = useMemo(() => unacknowledged(open).length, [open]);
  const exportShown = useCallback(() => void exportAlerts(found, view), [found, view]);
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3 ${waiting > 0 ? 'max-md:pb-16' : ''}`}>
      <Head
        sub={summary?.head ?? '\u00a0'}
        waiting={waiting}
        actions={actions}
        onExport={exportShown}
        filters={filterWords(span, list)}
        hasFilters={hasFilters}
        onFilters={setHasFilters}
      />
      <AlertTabs />
      {summary && strip.isSettled ? (
        <div className={isPlaceholderData ? 'opacity-75' : ''} aria-busy={isPlaceholderData}>
          <AlertViews
            summary={summary}
            found={found}
            checks={checks}
            silences={strip.silences}
            span={span}
            list={list}
            view={view}
            hasFilters={hasFilters}
            actions={actions}
          >
            <AlertStrip {...strip} />
          </AlertViews>
        </div>
      ) : null}
      <LoadState query={query} title="Could not load alerts">
        <Spinner />
      </LoadState>
      {data && !strip.isSettled ? <Spinner /> : null}
      <Acknowledging alerts={acknowledged} onClose={() => setAcknowledged(null)} />
    </div>
  );
}

/** Saves all rows that match the filters. Its code is loaded when it is needed. */
async function exportAlerts(found: FoundAlerts, view: AlertView): Promise<void> {
  const { alertsCsv } = await import('./alerts-csv.ts');
  saveCsv(`${view}-${localDay(Date.now())}.csv`, alertsCsv(rowsOfView(found, view)));
}

/** Name of the button that shows the filters on small screens. */
const filterWords = (span: TimeSpan, list: ListState): string =>
  `Search and filters: Time Range ${typeof span === 'number' ? `${span} hours` : span}, Alert Type ${list.facet('type')}`;

/** The time of the address: `?day=2026-11-25`, else `?hours=`. */
function spanOf(list: ListState): TimeSpan {
  const day = list.facet('day');
  if (isPastDay(day, Date.now())) return day;
  return defaults.alertRangesHours.find((hours) => String(hours) === list.facet('hours')) ?? defaults.hours.alerts;
}

/** Form that acknowledges the given alerts. */
const Acknowledging = ({ alerts, onClose }: { alerts: readonly Alert[] | null; onClose: () => void }) =>
  alerts ? (
    <Suspense fallback={null}>
      <AcknowledgeDialog alerts={alerts} onClose={onClose} />
    </Suspense>
  ) : null;

interface HeadProps {
  sub: string;
  /** Number of unacknowledged alerts. */
  waiting: number;
  actions: AlertActions;
  onExport: () => void;
  /** Label of the filter button. */
  filters: string;
  hasFilters: boolean;
  onFilters: (hasFilters: boolean) => void;
}

const iconButton =
  'inline-flex size-11 cursor-pointer items-center justify-center rounded-lg text-(--muted) aria-expanded:text-(--text) md:hidden';

/** Memoized, so that it does not render on each keystroke in the search. */
const Head = memo(function Head({ sub, waiting, actions, onExport, filters, hasFilters, onFilters }: HeadProps) {
  return (
    <PageHead
      title="Alerts"
      sub={<span className="max-md:hidden">{sub}</span>}
      isCompact
      actions={
        <>
          <Button
            className="max-md:hidden!"
            icon={<UserRoundCheck aria-hidden="true" size={16} />}
            isRequest
            onClick={() => void actions.acknowledgeAll()}
          >
            Acknowledge All
          </Button>
          <button
            type="button"
            className={iconButton}
            aria-label={filters}
            aria-expanded={hasFilters}
            onClick={() => onFilters(!hasFilters)}
          >
            <ListFilter aria-hidden="true" size={20} />
          </button>
          <RowMenu
            items={[
              { text: 'Export CSV', label: 'Export CSV', icon: 'download', onSelect: onExport },
              { text: clearOldLabel, label: clearOldLabel, onSelect: () => void actions.clearOld() },
              { text: clearAllLabel, label: clearAllLabel, onSelect: () => void actions.clearAll() },
            ]}
          />
          {waiting > 0 ? <Dock waiting={waiting} actions={actions} /> : null}
        </>
      }
    />
  );
});

/** Acknowledge All above the tab bar of small screens. */
const Dock = ({ waiting, actions }: { waiting: number; actions: AlertActions }) => (
  <div className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-10 flex items-center gap-2.5 border-t border-(--border) bg-(--surface) px-4 py-2 md:hidden">
    <span className="text-[0.8125rem] whitespace-nowrap text-(--muted)">{waiting} not acknowledged</span>
    <Button
      kind="primary"
      className="flex-1"
      icon={<UserRoundCheck aria-hidden="true" size={16} />}
      isRequest
      onClick={() => void actions.acknowledgeAll()}
    >
      Acknowledge All
    </Button>
  </div>
);
