import { useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/texts/messages';
import { memo } from 'react';
import { useChartEvents } from '../../alerting/maintenance/use-chart-events.ts';
import { dashboardStats, websites as websitesQuery } from '../../api/queries.ts';
import { CrosshairProvider } from '../../components/charts/crosshair.tsx';
import { LoadTimeTrends } from '../../components/charts/load-time-trends.tsx';
import { StatusDistribution } from '../../components/charts/status-distribution.tsx';
import { UptimeByWebsite } from '../../components/charts/uptime-by-website.tsx';
import { ErrorView } from '../../components/states/error-view.tsx';
import { NetworkServices } from './network-services.tsx';
import { RecentAlerts } from './recent-alerts.tsx';
import { useWebsiteSeries } from './use-website-series.ts';
import { WebsiteCards } from './website-cards.tsx';

const noWebsites: readonly Website[] = [];

/** A chart and a related section; on small screens their order differs. */
const pairClass =
  'grid grid-cols-[minmax(0,1fr)] gap-4 max-md:contents lg:grid-cols-[minmax(0,1.95fr)_minmax(0,1fr)] *:min-w-0 *:grid-cols-[minmax(0,1fr)]';

interface DashboardSectionsProps {
  stats: DashboardStats | undefined;
  websites: readonly Website[] | undefined;
  hours: number;
}

/** Everything below the figures. On small screens the charts come last. */
export const DashboardSections = memo(function DashboardSections({ stats, websites, hours }: DashboardSectionsProps) {
  const events = useChartEvents(null, hours);
  const charted = useWebsiteSeries(websites ?? noWebsites, hours, stats?.slowest_websites);
  return (
    <CrosshairProvider>
      {stats && websites ? null : <DashboardFailure hours={hours} />}
      <div className={pairClass}>
        <div className="grid max-md:order-4">
          <LoadTimeTrends {...charted} events={events} />
        </div>
        {stats ? (
          <div className="grid max-md:order-4">
            <StatusDistribution stats={stats} />
          </div>
        ) : null}
      </div>
      <div className={pairClass}>
        <div className="grid max-md:order-4">
          <UptimeByWebsite {...charted} events={events} />
        </div>
        {stats ? (
          <div className="grid max-md:order-1">
            <RecentAlerts alerts={stats.recent_alerts} />
          </div>
        ) : null}
      </div>
      {websites && websites.length > 0 ? (
        <div className="max-md:order-2">
          <WebsiteCards websites={websites} hours={hours} />
        </div>
      ) : null}
      <div className="max-md:order-3">{stats ? <NetworkServices stats={stats.network_stats} /> : null}</div>
    </CrosshairProvider>
  );
});

/** The page already runs this query. */
const asksNothing = { refetchOnMount: false, retryOnMount: false, refetchInterval: false } as const;

/** Shows that figures are missing, and a Retry button. */
function DashboardFailure({ hours }: { hours: number }) {
  const stats = useQuery({ ...dashboardStats(hours), ...asksNothing });
  const websites = useQuery({ ...websitesQuery(), ...asksNothing });
  return (
    <ErrorView
      title="Could not load the dashboard"
      message="Some figures are missing. The page retries every minute."
      retryLabel={messages.publicStatus.tryAgain}
      isRetrying={stats.isFetching || websites.isFetching}
      onRetry={() => void Promise.all([stats.refetch(), websites.refetch()])}
    />
  );
}
