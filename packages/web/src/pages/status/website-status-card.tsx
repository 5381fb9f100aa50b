import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { formatPercent } from '@upvigil/core/format/percent';
import { messages } from '@upvigil/core/messages';
import { overviewBadge } from '@upvigil/core/status/website-status';
import { memo } from 'react';
import { Badge } from '../../components/basics/badge.tsx';
import { DayStrip } from '../../components/pulse/day-strip.tsx';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { KeyFigures } from '../../public/key-figures.tsx';

interface WebsiteStatusCardProps {
  item: StatusOverviewItem;
  /** One of many. */
  isLight: boolean;
}

/** One website of the overview: badge, four figures, thirty days, and the way to its detail page. */
export const WebsiteStatusCard = memo(function WebsiteStatusCard({ item, isLight }: WebsiteStatusCardProps) {
  const { label, tone } = overviewBadge(item.status);
  const address = `/status/${item.id}`;
  return (
    <article className="card nth-[n+12]:[contain-intrinsic-size:auto_244px] nth-[n+12]:[content-visibility:auto]">
      <div className="flex items-start justify-between gap-3">
        <h2>
          <a href={address}>{item.name}</a>
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="wrap-anywhere text-(--muted)">{item.description || messages.empty.description}</p>
      <KeyFigures
        figures={[
          { label: 'URLs', value: item.url_count },
          { label: 'Network', value: item.network_monitor_count },
          { label: 'Uptime (24h)', value: formatPercent(item.uptime_24h) },
          { label: 'Avg Load Time', value: <Elapsed seconds={item.avg_response_time} /> },
        ]}
      />
      <DayStrip isLight={isLight} days={item.daily_uptime} label={`30-Day Uptime of ${item.name}`} />
      <a href={address} className="mt-2 inline-block pointer-coarse:py-3">
        View Details <span className="sr-only">of {item.name}</span>
      </a>
    </article>
  );
});
