import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { dashboardStats, websites as websitesQuery } from '../../api/queries.ts';
import { useFreshRange } from '../../api/use-fresh-range.ts';
import { buttonClass } from '../../components/basics/button.tsx';
import { controlClass } from '../../components/basics/control-class.ts';
import { Spinner } from '../../components/basics/spinner.tsx';
import { formatTime } from '../../components/time/time-format.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { NowPanel } from './now/now-panel.tsx';
import { SummaryCards } from './summary/summary-cards.tsx';
import { useHours } from './use-hours.ts';

const loadSections = async () => ({ default: (await import('./dashboard-sections.tsx')).DashboardSections });
const DashboardSections = lazy(loadSections);
/** Loaded after the figures at the top, for which people open the page: all below them, and what stands beside them. */
function loadBelowFigures(): Promise<unknown> {
  // Large, and wanted only when the figures of each website are there: nothing waits for it.
  void import('../../components/charts/plots/series-plot.tsx').catch(() => undefined);
  return Promise.allSettled([
    loadSections(),
    import('./summary/summary-graphics.tsx'),
    import('../../components/pulse/check-strip.tsx'),
  ]);
}

const FirstRun = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }));

/** First part of the keys of reads that depend on the range. */
const rangeGroups = ['dashboard', 'statistics'];

/** What is broken, how fast and how available everything was over the chosen range. Read again every 60 s. */
export function DashboardPage() {
  const [hours, setHours] = useHours();
  useFreshRange(rangeGroups, hours);
  const stats = useQuery(dashboardStats(hours));
  const websites = useQuery(websitesQuery());
  const isLoading = isFirstRead(stats) || isFirstRead(websites);
  const hasFigures = useLoadedBelow(!isLoading);
  /** Stays when the first website is there, with what was found of it. */
  const [isBegun, setIsBegun] = useState(false);
  const cards = <SummaryCards stats={stats.data} websites={websites.data} isLoading={isLoading} hasPast={hasFigures} />;
  return (
    <div className="flex flex-col gap-4">
      <Header hours={hours} onHours={setHours} readAt={stats.data && stats.dataUpdatedAt} />
      {stats.data ? <NowPanel stats={stats.data} now={stats.dataUpdatedAt} hasStrips={hasFigures} /> : null}
      {isBegun || websites.data?.length === 0 ? (
        <Suspense>
          <FirstRun onBegin={() => setIsBegun(true)} />
          {cards}
        </Suspense>
      ) : (
        cards
      )}
      {hasFigures ? null : <Spinner key={stats.data ? 'below the figures' : 'alone'} />}
      {!hasFigures || isLoading ? null : (
        <Suspense fallback={<Spinner />}>
          <DashboardSections stats={stats.data} websites={websites.data} hours={hours} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Whether all below the figures is loaded, which begins once the figures are drawn. Rendered before, its places would stay
 * empty for 300 ms: React holds back what was missing.
 */
function useLoadedBelow(hasFigures: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!hasFigures) return;
    // A task later, so that the figures come first.
    const timer = setTimeout(async () => {
      await loadBelowFigures();
      startTransition(() => setIsLoaded(true));
    });
    return () => clearTimeout(timer);
  }, [hasFigures]);
  return isLoaded;
}

/** Whether a read has neither data nor a failure yet. One that failed and is tried again keeps what the page shows. */
const isFirstRead = (query: UseQueryResult): boolean => query.isPending && query.errorUpdateCount === 0;

interface HeaderProps {
  hours: number;
  onHours: (hours: number) => void;
  /** In ms since the epoch; undefined before the first statistics. */
  readAt: number | undefined;
}

function Header({ hours, onHours, readAt }: HeaderProps) {
  const rhythm = `every ${defaults.refreshSeconds.dashboard} s`;
  return (
    <PageHead
      title="Monitoring Dashboard"
      sub={readAt === undefined ? `Updated ${rhythm}` : `Updated ${formatTime(readAt, 'clock')} · ${rhythm}`}
      actions={
        <>
          <select
            aria-label="Time range"
            className={controlClass}
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
