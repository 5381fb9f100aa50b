import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { isRangeId, rangeOfHours, timeRanges } from '@upvigil/core/time-ranges';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { dashboardStats, websites as websitesQuery } from '../../api/queries.ts';
import { useFreshRange } from '../../api/use-fresh-range.ts';
import { buttonClass } from '../../components/basics/button.tsx';
import { controlClass } from '../../components/basics/control-class.ts';
import { Spinner } from '../../components/basics/spinner.tsx';
import { useRouterQuery } from '../../components/lists/use-router-query.ts';
import { formatTime } from '../../components/time/time-format.ts';
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
  const [hours, setHours] = useHours();
  useFreshRange(rangeGroups, hours);
  const stats = useQuery(dashboardStats(hours));
  const websites = useQuery(websitesQuery());
  const isLoading = isFirstRead(stats) || isFirstRead(websites);
  /** Keeps the first-run guide visible after the first website exists, with the result of its check. */
  const [isBegun, setIsBegun] = useState(false);
  /** Charts without data would only be empty frames. */
  const isFirstRun = isBegun || websites.data?.length === 0;
  const cards = isBegun ? null : <SummaryCards stats={stats.data} websites={websites.data} isLoading={isLoading} />;
  return (
    <div className="flex flex-col gap-4">
      <Header
        hours={hours}
        onHours={setHours}
        readAt={stats.data && stats.dataUpdatedAt}
        isEmpty={websites.data?.length === 0}
      />
      {stats.data ? <NowPanel stats={stats.data} now={stats.dataUpdatedAt} /> : null}
      {isFirstRun ? (
        <Suspense>
          <FirstRun onBegin={() => setIsBegun(true)} />
          {cards}
        </Suspense>
      ) : (
        cards
      )}
      {isFirstRun ? null : isLoading ? (
        <Spinner key={stats.data ? 'below the figures' : 'alone'} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <DashboardSections stats={stats.data} websites={websites.data} hours={hours} />
        </Suspense>
      )}
    </div>
  );
}

/** True before the first result or failure. A failed refresh keeps the shown data. */
const isFirstRead = (query: UseQueryResult): boolean => query.isPending && query.errorUpdateCount === 0;

interface HeaderProps {
  hours: number;
  onHours: (hours: number) => void;
  /** In ms since the epoch; undefined before the first statistics. */
  readAt: number | undefined;
  isEmpty: boolean;
}

function Header({ hours, onHours, readAt, isEmpty }: HeaderProps) {
  const isAway = useIsAway();
  return (
    <PageHead
      title="Monitoring Dashboard"
      sub={isEmpty ? 'Nothing is checked yet' : <Freshness readAt={readAt} />}
      actions={
        <>
          <select
            aria-label="Time range"
            className={controlClass}
            disabled={isAway}
            title={isAway ? needsServer : undefined}
            value={hours}
            onChange={(event) => onHours(Number(event.target.value))}
          >
            {defaults.dashboardRanges.map((range) => (
              <option key={range.hours} value={range.hours}>
                {range.label}
              </option>
            ))}
          </select>
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
 * The chosen range in hours, kept in the address as `?hours=`, longer ones as `?range=30d`; what is not one of the ranges
 * counts as the default.
 */
function useHours(): [number, (hours: number) => void] {
  const [params, setParams] = useRouterQuery();
  const named = params.get('range') ?? '';
  const wanted = isRangeId(named) ? String(timeRanges[named].hours) : params.get('hours');
  const chosen = defaults.dashboardRanges.find(({ hours }) => String(hours) === wanted);
  const setHours = (hours: number) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('hours');
        next.delete('range');
        const range = rangeOfHours(hours);
        if ('range' in range) next.set('range', range.range);
        else if (hours !== defaults.hours.dashboard) next.set('hours', String(hours));
        return next;
      },
      { replace: true },
    );
  return [chosen?.hours ?? defaults.hours.dashboard, setHours];
}
