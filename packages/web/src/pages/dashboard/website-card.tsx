import { useQuery } from '@tanstack/react-query';
import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { formatSeconds } from '@upvigil/core/format/seconds';
import type { Tone } from '@upvigil/core/status/tone';
import { breakdownLabel, breakdownTone } from '@upvigil/core/status/url-state';
import { overviewBadge, publicStatusTone, shownStatus } from '@upvigil/core/status/website-status';
import { messages } from '@upvigil/core/texts/messages';
import type { TimeSpan } from '@upvigil/core/time-ranges';
import { memo } from 'react';
import { spreadOf } from '../../components/charts/plots/chart-scale.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { type Share, ShareBar } from '../../components/figures/share-bar.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { useNearViewport } from '../../components/lists/use-near-viewport.ts';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { StateDot } from '../../components/tones/state-dot.tsx';
import { UptimeFigure } from '../../components/uptime/uptime-figure.tsx';
import { statisticsInTurn } from './statistics-query.ts';

interface WebsiteCardProps {
  website: Website;
  span: TimeSpan;
}

/** One website with its figures over the range. Loaded when the card comes near the viewport, or by the charts. */
export const WebsiteCard = memo(function WebsiteCard({ website, span }: WebsiteCardProps) {
  const [ref, isNear] = useNearViewport<HTMLElement>();
  const { data } = useQuery({ ...statisticsInTurn(website.id, span), enabled: isNear });
  return (
    <article
      ref={ref}
      className="card flex flex-col pb-3! [contain-intrinsic-size:auto_266px] [content-visibility:auto]"
      aria-label={website.name}
    >
      <div className="flex items-center gap-2.5">
        <span>
          <StateDot tone={publicStatusTone(website.status)} />
          <span className="sr-only">{overviewBadge(shownStatus(website)).label}</span>
        </span>
        <h3 className="flex-1">{website.name}</h3>
        <a
          href={`/status/${website.id}`}
          target="_blank"
          rel="noopener"
          title="public page"
          className="-my-1.5 -mr-2 grid size-8 shrink-0 place-items-center rounded-lg text-(--muted) hover:bg-(--hover) pointer-coarse:size-11"
        >
          <span className="sr-only">public page of {website.name}, opens in a new tab</span>
          <ExternalIcon />
        </a>
      </div>
      <p className="ml-[19px] truncate text-[0.8125rem] text-(--muted)" title={website.description ?? undefined}>
        {website.description || messages.empty.description}
      </p>
      <div className="mt-3.5 min-h-[148px]" aria-busy={!data}>
        <Statistics website={website} statistics={data} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 border-t border-(--border) pt-2.5 text-[0.8125rem]">
        <span className="text-(--muted)">
          {countOf(website.url_count, 'URL')} · {countOf(website.network_monitor_count, 'network service')}
        </span>
        <a href={`/websites/${website.id}`} className="pointer-coarse:py-3">
          Manage Services <span className="sr-only">of {website.name}</span>
        </a>
      </div>
    </article>
  );
});

interface StatisticsProps {
  website: Website;
  /** Undefined while loading or after a failure. */
  statistics: WebsiteStatistics | undefined;
}

function Statistics({ website, statistics }: StatisticsProps) {
  if (!statistics) {
    return (
      <div className="grid h-[148px] place-items-center rounded-md bg-(--sunken) text-(--muted)">
        <p>{messages.dashboard.loadingStatistics}</p>
      </div>
    );
  }
  const times = statistics.hourly_stats.map((hour) => hour.avg_response_time);
  return (
    <>
      <dl className="mb-2.5 grid grid-cols-3 gap-3">
        <Figure label="Uptime">
          <UptimeFigure percent={statistics.uptime_percentage} coverage={statistics.coverage} />
        </Figure>
        <Figure label="Avg Load Time">
          <Elapsed seconds={statistics.avg_response_time} />
        </Figure>
        <Figure label="Total Checks">{statistics.total_checks}</Figure>
      </dl>
      <Sparkline values={times} height={40} label={describeTimes(website.name, times)} />
      <Breakdown breakdown={statistics.status_breakdown} />
    </>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-(--muted)">{label}</dt>
      <dd className="text-lg leading-6 font-semibold tracking-[-0.015em]">{children}</dd>
    </div>
  );
}

/** Accessible name of the response time chart. */
export function describeTimes(name: string, times: readonly (number | null)[]): string {
  const spread = spreadOf(times.map((value) => ({ value })));
  if (!spread) return `Response time of ${name}: no data`;
  const { min, average, max } = spread;
  return `Response time of ${name}: minimum ${formatSeconds(min)}, average ${formatSeconds(average)}, maximum ${formatSeconds(max)}`;
}

/** Number of codes that fit into one line of a wide card; the others are summed up. */
const codesShown = 5;

function Breakdown({ breakdown }: { breakdown: WebsiteStatistics['status_breakdown'] }) {
  const codes = Object.entries(breakdown).sort(([, a], [, b]) => b - a);
  const rest = codes.slice(codesShown).reduce((sum, [, count]) => sum + count, 0);
  if (codes.length === 0) {
    return <p className="mt-3 text-xs text-(--muted)">No checks of its URLs in this range.</p>;
  }
  return (
    <>
      <div className="mt-3">
        <ShareBar shares={sharesByTone(codes)} />
      </div>
      <ul
        aria-label="Checks by status code"
        className="mt-2 flex flex-wrap gap-x-3.5 gap-y-1 text-xs leading-4 text-(--muted)"
      >
        {codes.slice(0, codesShown).map(([code, count]) => (
          <li key={code} className="flex items-center gap-1.5">
            <StateDot tone={breakdownTone(code)} />
            <span>
              <b className="font-semibold text-(--text)">{breakdownLabel(code)}</b> {count}
            </span>
          </li>
        ))}
        {rest > 0 ? <li>{rest} others</li> : null}
      </ul>
    </>
  );
}

/** All checks, including those with a code that is not listed. */
function sharesByTone(codes: readonly (readonly [code: string, count: number])[]): Share[] {
  const checksOf = (tone: Tone) =>
    codes.filter(([code]) => breakdownTone(code) === tone).reduce((sum, [, count]) => sum + count, 0);
  return (['up', 'warn', 'down'] as const).map((tone) => ({ tone, count: checksOf(tone) }));
}

/** Marks a link that opens a new tab; its text says so too. A single path, because hundreds of cards have it. */
function ExternalIcon() {
  return (
    <svg
      aria-hidden="true"
      className="ml-1 inline"
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M9.5 2.5h4v4M13.5 2.5 7.5 8.5M12 9.5v3a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3" />
    </svg>
  );
}
