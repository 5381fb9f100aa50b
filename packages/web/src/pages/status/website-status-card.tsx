import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { withSlow } from '@upvigil/core/status/public-badges';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { memo } from 'react';
import { DayStrip } from '../../components/pulse/day-strip.tsx';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { StateBadges } from '../../components/tones/state-badges.tsx';
import { figures } from '../../language/figures.ts';
import { inChosenLanguage } from '../../language/page-language.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { stateTexts } from '../../language/state-texts.ts';
import { incidentAddress } from '../../public/announcements/open-incidents.tsx';
import { coverageTitle } from '../../public/coverage-title.ts';
import { KeyFigures } from '../../public/key-figures.tsx';

interface WebsiteStatusCardProps {
  item: StatusOverviewItem;
  /** Simplified, because the page has many. */
  isLight: boolean;
}

/** One website of the overview: badge, four figures, thirty days, and a link to its page. */
export const WebsiteStatusCard = memo(function WebsiteStatusCard({ item, isLight }: WebsiteStatusCardProps) {
  const words = publicTexts('pages');
  const address = inChosenLanguage(`/status/${item.id}`);
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3.5 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_452px] nth-[n+12]:[contain-intrinsic-size:auto_130px] nth-[n+12]:[content-visibility:auto]">
      <div className="flex min-w-0 flex-col">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2>
            <a href={address} className="text-(--text)">
              {item.name}
            </a>
          </h2>
          <StateBadges badges={badgesOf(item)} />
          {item.incident_id === undefined ? null : (
            <a
              href={incidentAddress(item.incident_id)}
              className="text-xs font-medium text-(--down-fg) underline underline-offset-3 pointer-coarse:py-3"
            >
              {words.openIncident}
            </a>
          )}
        </div>
        {item.description ? (
          <p className="mt-0.5 line-clamp-2 text-[0.8125rem] wrap-anywhere text-(--muted)" title={item.description}>
            {item.description}
          </p>
        ) : null}
        <div className="mt-auto pt-3">
          <KeyFigures
            figures={[
              { label: words.urls, value: item.url_count },
              { label: words.network, value: item.network_monitor_count },
              {
                label: words.uptimeDay,
                value: figures().percent(item.uptime_24h),
                tone: uptimeTone(item.uptime_24h),
                ...coverageTitle(item.coverage_24h),
              },
              { label: words.averageLoad, value: <Elapsed seconds={item.avg_response_time} /> },
            ]}
          />
        </div>
      </div>
      <div className="flex min-w-0 flex-col">
        <DayStrip isLight={isLight} days={item.daily_uptime} label={words.stripOf({ name: item.name })} />
        <a href={address} className="mt-auto self-start pt-3 md:self-end text-[0.8125rem] pointer-coarse:py-3">
          {words.viewDetails} <span className="sr-only">{words.ofName({ name: item.name })}</span>
          <ArrowIcon />
        </a>
      </div>
    </article>
  );
});

const badgesOf = (item: StatusOverviewItem) =>
  withSlow(
    withMaintenance(overviewBadge(shownStatus(item), stateTexts()), item, stateTexts()),
    item.slow !== undefined,
    stateTexts(),
  );

/** Follows the text of a link. */
function ArrowIcon() {
  return (
    <svg
      aria-hidden="true"
      className="ml-1 inline"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M2 6h8M6.5 2.5 10 6 6.5 9.5" />
    </svg>
  );
}
