import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/messages';
import { Globe } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { dashboardStats, websites as websitesQuery } from '../../api/queries.ts';
import { buttonClass } from '../../components/button.tsx';
import { LoadTimeTrends } from '../../components/charts/load-time-trends.tsx';
import { StatusDistribution } from '../../components/charts/status-distribution.tsx';
import { UptimeByWebsite } from '../../components/charts/uptime-by-website.tsx';
import { controlClass } from '../../components/control-class.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorView } from '../../components/error-view.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { NetworkServices } from './network-services.tsx';
import { RecentAlerts } from './recent-alerts.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { useHours } from './use-hours.ts';
import { useWebsiteSeries } from './use-website-series.ts';
import { WebsiteCards } from './website-cards.tsx';

const noWebsites: readonly Website[] = [];

/** What is broken, how fast and how available everything was over the chosen range. Read again every 60 s. */
export function DashboardPage() {
  const [hours, setHours] = useHours();
  const stats = useQuery(dashboardStats(hours));
  const websites = useQuery(websitesQuery());
  const isLoading = isFirstRead(stats) || isFirstRead(websites);
  const retry = () => void Promise.all([stats.refetch(), websites.refetch()]);
  return (
    <div className="flex flex-col gap-4">
      <Header hours={hours} onHours={setHours} />
      <SummaryCards stats={stats.data} isLoading={isLoading} />
      {isLoading ? <Spinner /> : null}
      {!isLoading && (!stats.data || !websites.data) ? (
        <ErrorView
          title="Could not load the dashboard"
          message="Some of its figures are missing. They are asked for again every minute."
          retryLabel={messages.publicStatus.tryAgain}
          isRetrying={stats.isFetching || websites.isFetching}
          onRetry={retry}
        />
      ) : null}
      {isLoading ? null : <Sections stats={stats.data} websites={websites.data} hours={hours} />}
    </div>
  );
}

/** Neither answered nor failed yet: a read that failed and is tried again keeps what the page shows. */
const isFirstRead = (query: UseQueryResult): boolean => query.isPending && query.errorUpdateCount === 0;

function Header({ hours, onHours }: { hours: number; onHours: (hours: number) => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <PageHeading title="Monitoring Dashboard" />
      <div className="flex flex-wrap gap-2">
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
      </div>
    </div>
  );
}

interface SectionsProps {
  stats: DashboardStats | undefined;
  websites: readonly Website[] | undefined;
  hours: number;
}

/** On small screens what is broken comes first, the charts later. */
const Sections = memo(function Sections({ stats, websites, hours }: SectionsProps) {
  const series = useWebsiteSeries(websites ?? noWebsites, hours);
  const charted = useDeferredValue(series);
  return (
    <>
      {websites?.length === 0 ? <FirstRun /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:order-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {stats ? <StatusDistribution stats={stats} /> : null}
        <LoadTimeTrends {...charted} />
      </div>
      <div className="max-md:order-3">
        <UptimeByWebsite {...charted} />
      </div>
      <div className="max-md:order-2">{stats ? <NetworkServices stats={stats.network_stats} /> : null}</div>
      {websites && websites.length > 0 ? (
        <div className="max-md:order-4">
          <WebsiteCards websites={websites} hours={hours} />
        </div>
      ) : null}
      <div className="max-md:order-1">{stats ? <RecentAlerts alerts={stats.recent_alerts} /> : null}</div>
    </>
  );
});

function FirstRun() {
  return (
    <EmptyState
      icon={<Globe strokeWidth={1.5} />}
      title={messages.empty.websites}
      action={
        <Link to="/websites?add" className={buttonClass('primary')}>
          Add Your First Website
        </Link>
      }
    >
      A website groups the page URLs and network services you watch together. Once one is checked, its figures stand
      here.
    </EmptyState>
  );
}
