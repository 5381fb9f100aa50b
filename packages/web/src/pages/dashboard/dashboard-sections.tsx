import { useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/texts/messages';
import { hourMs } from '@upvigil/core/time';
import { type TimeSpan, windowOfSpan } from '@upvigil/core/time-ranges';
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
  span: TimeSpan;
}

/** Everything below the figures. On small screens the charts come last. */
export const DashboardSections = memo(function DashboardSections({ stats, websites, span }: DashboardSectionsProps) {
  const events = useChartEvents(null, hoursSince(span));
  const charted = useWebsiteSeries(websites ?? noWebsites, span, stats?.slowest_websites);
  return (
    <CrosshairProvider>
      {stats && websites ? null : <DashboardFailure span={span} />}
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
          <WebsiteCards websites={websites} span={span} />
        </div>
      ) : null}
      <div className="max-md:order-3">{stats ? <NetworkServices stats={stats.network_stats} /> : null}</div>
    </CrosshairProvider>
  );
});

/** Hours that reach back to the beginning of a span. */
function hoursSince(span: TimeSpan): number {
  const now = Date.now();
  return Math.min(limits.hours.max, Math.ceil((now - windowOfSpan(span, now).from) / hourMs));
}

/** The page already runs this query. */
const asksNothing = { refetchOnMount: false, retryOnMount: false, refetchInterval: false } as const;

/** Shows that figures are missing, and a Retry button. */
function DashboardFailure({ span }: { span: TimeSpan }) {
  const stats = useQuery({ ...dashboardStats(span), ...asksNothing });
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
