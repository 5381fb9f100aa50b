import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { lazy, memo, Suspense, useState } from 'react';
import { CrosshairProvider } from '../../components/charts/crosshair.tsx';
import type { ChartEvents } from '../../components/charts/events/chart-events.ts';
import { LoadTimeTrends } from '../../components/charts/load-time-trends.tsx';
import { StatusDistribution } from '../../components/charts/status-distribution.tsx';
import { UptimeByWebsite } from '../../components/charts/uptime-by-website.tsx';
import { DashboardFailure } from './dashboard-failure.tsx';
import { NetworkServices } from './network-services.tsx';
import { RecentAlerts } from './recent-alerts.tsx';
import { useWebsiteSeries } from './use-website-series.ts';
import { WebsiteCards } from './website-cards.tsx';

/** Loaded after what the page begins with. */
const EventsReader = lazy(async () => ({
  default: (await import('../../alerting/maintenance/events-reader.tsx')).EventsReader,
}));

const noWebsites: readonly Website[] = [];

/** A chart and what belongs beside it; on small screens each goes its own way. */
const pairClass =
  'grid grid-cols-[minmax(0,1fr)] gap-4 max-md:contents lg:grid-cols-[minmax(0,1.95fr)_minmax(0,1fr)] *:min-w-0 *:grid-cols-[minmax(0,1fr)]';

interface DashboardSectionsProps {
  stats: DashboardStats | undefined;
  websites: readonly Website[] | undefined;
  hours: number;
}

/** Everything below the figures. On small screens the charts come last. */
export const DashboardSections = memo(function DashboardSections({ stats, websites, hours }: DashboardSectionsProps) {
  const [events, setEvents] = useState<ChartEvents>();
  const charted = useWebsiteSeries(websites ?? noWebsites, hours, stats?.slowest_websites);
  return (
    <CrosshairProvider>
      <Suspense>
        <EventsReader hours={hours} onEvents={setEvents} />
      </Suspense>
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
