import { useQuery } from '@tanstack/react-query';
import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { overviewBadge, publicStatusTone, shownStatus } from '@upvigil/core/status/website-status';
import { messages } from '@upvigil/core/texts/messages';
import type { TimeSpan } from '@upvigil/core/time-ranges';
import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { useNearViewport } from '../../components/lists/use-near-viewport.ts';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { StateDot } from '../../components/tones/state-dot.tsx';
import { UptimeFigure } from '../../components/uptime/uptime-figure.tsx';
import { statisticsInTurn } from './statistics-query.ts';
import { describeTimes, WebsiteCard } from './website-card.tsx';

/** One website as a line; its button opens the card below. */
export const WebsiteRow = memo(function WebsiteRow({ website, span }: { website: Website; span: TimeSpan }) {
  const [ref, isNear] = useNearViewport<HTMLLIElement>();
  const { data } = useQuery({ ...statisticsInTurn(website.id, span), enabled: isNear });
  const [isOpen, setIsOpen] = useState(false);
  const cardId = useId();
  return (
    <li
      ref={ref}
      className="min-w-0 border-t border-(--border) bg-(--surface) [contain-intrinsic-size:auto_45px] [content-visibility:auto] md:border-l"
    >
      <div className="relative flex min-h-11 items-center gap-3 px-4 py-1 hover:bg-(--hover)">
        <StateDot tone={publicStatusTone(website.status)} />
        <button
          type="button"
          className="min-w-0 cursor-pointer truncate text-left font-medium after:absolute after:inset-0 focus-visible:-outline-offset-2"
          title={website.name}
          aria-expanded={isOpen}
          aria-controls={isOpen ? cardId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {website.name}
        </button>
        {website.url_count + website.network_monitor_count > 0 ? (
          <Summary website={website} statistics={data} />
        ) : (
          <FirstUrl website={website} />
        )}
        <ChevronDown
          aria-hidden="true"
          className={`size-4 shrink-0 text-(--hint) [transition:120ms] ${isOpen ? 'rotate-180' : ''}`}
        />
      </div>
      {isOpen ? (
        <div id={cardId} className="p-2">
          <WebsiteCard website={website} span={span} />
        </div>
      ) : null}
    </li>
  );
});

/** Hint for a website without monitors. */
const FirstUrl = ({ website }: { website: Website }) => (
  <>
    <span className="truncate text-xs text-(--muted)">{overviewBadge(shownStatus(website)).label}</span>
    <a
      href={`/websites/${website.id}`}
      className="relative ml-auto shrink-0 rounded-sm text-[0.8125rem] pointer-coarse:py-2.5"
    >
      Add First URL <span className="sr-only">to {website.name}</span>
    </a>
  </>
);

interface SummaryProps {
  website: Website;
  statistics: WebsiteStatistics | undefined;
}

function Summary({ website, statistics }: SummaryProps) {
  if (!statistics) {
    return <span className="ml-auto truncate text-xs text-(--muted)">{messages.dashboard.loadingStatistics}</span>;
  }
  if (statistics.total_checks === 0) {
    return <span className="ml-auto truncate text-xs text-(--muted)">{overviewBadge(shownStatus(website)).label}</span>;
  }
  const times = statistics.hourly_stats.map((hour) => hour.avg_response_time);
  return (
    <span className="ml-auto flex shrink-0 items-center gap-3 text-[0.8125rem]">
      <span className="w-20 max-xl:hidden">
        <Sparkline values={times} height={20} label={describeTimes(website.name, times)} />
      </span>
      <UptimeFigure percent={statistics.uptime_percentage} coverage={statistics.coverage} />
      <span className="min-w-11 text-right">
        <Elapsed seconds={statistics.avg_response_time} />
      </span>
    </span>
  );
}
