import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { formatSeconds } from '@upvigil/core/format/seconds';
import type { Tone } from '@upvigil/core/status/tone';
import { memo } from 'react';
import { Badge } from '../../components/basics/badge.tsx';
import { Ledger, LedgerFigure } from '../../components/figures/ledger.tsx';
import { Elapsed } from '../../components/time/elapsed.tsx';

interface SummaryCardsProps {
  stats: DashboardStats | undefined;
  isLoading: boolean;
}

/** The six figures at the top. Without statistics each keeps its place and height. */
export const SummaryCards = memo(function SummaryCards({ stats, isLoading }: SummaryCardsProps) {
  if (!stats) return <EmptyCards isLoading={isLoading} />;
  const urlIssues = stats.urls_down + stats.urls_slow;
  return (
    <Ledger columns={6}>
      <LedgerFigure label={labels.websites} value={stats.total_websites} sub="" />
      <LedgerFigure label={labels.urls} value={stats.total_urls} sub={<UpBadge up={stats.urls_up} />} />
      <LedgerFigure
        label={labels.network}
        value={stats.total_network_monitors}
        sub={<UpBadge up={stats.network_monitors_up} />}
      />
      <LedgerFigure
        label={labels.urlIssues}
        value={urlIssues}
        sub={<IssueBadge down={stats.urls_down} slow={stats.urls_slow} />}
      />
      <LedgerFigure
        label={labels.networkIssues}
        value={stats.network_monitors_down}
        sub={<IssueBadge down={stats.network_monitors_down} slow={0} />}
      />
      <LedgerFigure
        label={labels.average}
        value={<Elapsed seconds={stats.average_response_time} />}
        sub={`Network ${formatSeconds(stats.average_network_response_time)}`}
      />
    </Ledger>
  );
});

const labels = {
  websites: 'Websites',
  urls: 'URLs',
  network: 'Network Services',
  urlIssues: 'URL Issues',
  networkIssues: 'Network Issues',
  average: 'Avg Response',
} as const;

const EmptyCards = ({ isLoading }: { isLoading: boolean }) => (
  <Ledger columns={6} busy={isLoading}>
    {Object.values(labels).map((label) => (
      <LedgerFigure key={label} label={label} value={isLoading ? null : 'N/A'} sub="" />
    ))}
  </Ledger>
);

const UpBadge = ({ up }: { up: number }) => <Badge tone={up > 0 ? 'up' : 'none'}>{up} up</Badge>;

function IssueBadge({ down, slow }: { down: number; slow: number }) {
  const words = [down > 0 ? `${down} down` : '', slow > 0 ? `${slow} slow` : ''].filter(Boolean).join(', ');
  return <Badge tone={issueTone(down, slow)}>{words || 'none'}</Badge>;
}

function issueTone(down: number, slow: number): Tone {
  if (down > 0) return 'down';
  return slow > 0 ? 'warn' : 'up';
}
