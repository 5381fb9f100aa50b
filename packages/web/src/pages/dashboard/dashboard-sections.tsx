import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/messages';
import { Globe } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/basics/button.tsx';
import { LoadTimeTrends } from '../../components/charts/load-time-trends.tsx';
import { StatusDistribution } from '../../components/charts/status-distribution.tsx';
import { UptimeByWebsite } from '../../components/charts/uptime-by-website.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { NetworkServices } from './network-services.tsx';
import { RecentAlerts } from './recent-alerts.tsx';
import { useWebsiteSeries } from './use-website-series.ts';
import { WebsiteCards } from './website-cards.tsx';

const noWebsites: readonly Website[] = [];

interface DashboardSectionsProps {
  stats: DashboardStats | undefined;
  websites: readonly Website[] | undefined;
  hours: number;
}

/** Everything below the figures. On small screens, what is broken comes before the charts. */
export const DashboardSections = memo(function DashboardSections({ stats, websites, hours }: DashboardSectionsProps) {
  const charted = useWebsiteSeries(websites ?? noWebsites, hours);
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
