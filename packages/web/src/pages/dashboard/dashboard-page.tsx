import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/texts/messages';
import { isPastDay, isRangeId, rangeOfHours, type TimeSpan, timeRanges } from '@upvigil/core/time-ranges';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useIsNobodyNotified } from '../../alerting/nobody-notified.ts';
import { dashboardStats, websites as websitesQuery } from '../../api/queries.ts';
import { useFreshRange } from '../../api/use-fresh-range.ts';
import { buttonClass } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import type { QueryChange } from '../../components/lists/list-state.ts';
import { useRouterQuery } from '../../components/lists/use-router-query.ts';
import { SpanSelect } from '../../components/time/span-select.tsx';
import { formatTime } from '../../components/time/time-format.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { needsServer, useIsAway } from '../../reachability/watch-server.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { NowPanel } from './now/now-panel.tsx';
import { SummaryCards } from './summary/summary-cards.tsx';

/** Charts and everything else below the figures. */
const DashboardSections = lazyPart(async () => ({
  default: (await import('./dashboard-sections.tsx')).DashboardSections,
}));
const FirstRun = lazyPart(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }));

/** Prefixes of the query keys that depend on the range. */
const rangeGroups = ['dashboard', 'statistics'];

/** Current problems, and response times and uptime over the selected range. Refreshed every 60 s. */
export function DashboardPage() {
  const [span, setSpan] = useSpan();
  useFreshRange(rangeGroups, span);
  const stats = useQuery(dashboardStats(span));
  const websites = useQuery(websitesQuery());
  const isLoading = isFirstRead(stats) || isFirstRead(websites);
  /** Keeps the first-run guide visible after the first website exists, with the result of its check. */
  const [isBegun, setIsBegun] = useState(false);
  /** Charts without data would only be empty frames. */
  const isFirstRun = isBegun || websites.data?.length === 0;
  const cards = <SummaryCards stats={stats.data} websites={websites.data} isLoading={isLoading} />;
  return (
    <div className="flex flex-col gap-4">
      <Header
        span={span}
        onSpan={setSpan}
        readAt={stats.data && stats.dataUpdatedAt}
        isEmpty={websites.data?.length === 0}
      />
      {stats.data && !isFirstRun ? <NowPanel stats={stats.data} now={stats.dataUpdatedAt} /> : null}
      {hasMonitors(stats.data) && !isFirstRun ? <NobodyNotice /> : null}
      {isFirstRun ? (
        <Suspense>
          <FirstRun figures={cards} onBegin={() => setIsBegun(true)} />
        </Suspense>
      ) : (
        cards
      )}
      {isFirstRun ? null : isLoading ? (
        <Spinner key={stats.data ? 'below the figures' : 'alone'} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <DashboardSections stats={stats.data} websites={websites.data} span={span} />
        </Suspense>
      )}
    </div>
  );
}

const hasMonitors = (stats: DashboardStats | undefined): boolean =>
  stats !== undefined && stats.total_urls + stats.total_network_monitors > 0;

/** True before the first result or failure. A failed refresh keeps the shown data. */
const isFirstRead = (query: UseQueryResult): boolean => query.isPending && query.errorUpdateCount === 0;

interface HeaderProps {
  span: TimeSpan;
  onSpan: (span: TimeSpan) => void;
  /** In ms since the epoch; undefined before the first statistics. */
  readAt: number | undefined;
  isEmpty: boolean;
}

function Header({ span, onSpan, readAt, isEmpty }: HeaderProps) {
  const isAway = useIsAway();
  return (
    <PageHead
      title="Monitoring Dashboard"
      sub={isEmpty ? 'Nothing is checked yet' : <Freshness readAt={readAt} />}
      actions={
        <>
          <SpanSelect
            label="Time range"
            ranges={defaults.dashboardRanges}
            span={span}
            onChoose={onSpan}
            disabled={isAway}
            title={isAway ? needsServer : undefined}
          />
          <Link to="/status" target="_blank" rel="noopener" className={buttonClass('quiet')}>
            View Public Status <span className="sr-only">(opens in a new tab)</span>
          </Link>
        </>
      }
    />
  );
}

/** Time of the response. */
function Freshness({ readAt }: Pick<HeaderProps, 'readAt'>) {
  const frequency = `every ${defaults.refreshSeconds.dashboard} s`;
  const isAway = useIsAway();
  if (readAt === undefined) return `Updated ${frequency}`;
  if (!isAway) return `Updated ${formatTime(readAt, 'clock')} · ${frequency}`;
  return (
    <>
      <span className="font-medium text-(--warn-fg)">As of {formatTime(readAt, 'clock')}</span> · refresh paused
    </>
  );
}

/**
 * The chosen time, kept in the address as `?hours=`, longer ranges as `?range=30d`, a day as `?day=2026-11-25`. Other values
 * count as the default.
 */
function useSpan(): [TimeSpan, (span: TimeSpan) => void] {
  const [params, setParams] = useRouterQuery();
  const setSpan = (span: TimeSpan) => setParams(() => ({ hours: null, range: null, day: null, ...inAddress(span) }));
  return [readSpan(params), setSpan];
}

function readSpan(params: URLSearchParams): TimeSpan {
  const day = params.get('day');
  if (day !== null && isPastDay(day, Date.now())) return day;
  const named = params.get('range') ?? '';
  const wanted = isRangeId(named) ? String(timeRanges[named].hours) : params.get('hours');
  const chosen = defaults.dashboardRanges.find(({ hours }) => String(hours) === wanted);
  return chosen?.hours ?? defaults.hours.dashboard;
}

function inAddress(span: TimeSpan): QueryChange {
  if (span === defaults.hours.dashboard) return {};
  if (typeof span !== 'number') return { day: span };
  const range = rangeOfHours(span);
  return 'range' in range ? { range: range.range } : { hours: String(span) };
}

/** One line while no channel is on. */
function NobodyNotice() {
  if (!useIsNobodyNotified()) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-lg border border-(--warn-g)/40 bg-(--warn-bg) px-3.5 py-2 text-[0.8125rem] text-(--warn-fg)">
      <ToneIcon tone="warn" size={16} />
      {messages.dashboard.nobodyNotified}
      <Link to="/settings?setup" className="font-medium text-(--warn-fg)! underline">
        Set Up Alerts
      </Link>
    </p>
  );
}
