import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { formatSeconds } from '@upvigil/core/format/seconds';
import type { Tone } from '@upvigil/core/status/tone';
import { lazy, memo, type ReactNode, Suspense } from 'react';
import { Ledger, LedgerFigure } from '../../../components/figures/ledger.tsx';
import type { Share } from '../../../components/figures/share-bar.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { networkHours, percentChange, sharesOf, urlHours, websiteShares } from './summary-figures.ts';

/** Loaded after the figures, beside which their place is kept. */
const IssueHours = lazy(async () => ({ default: (await import('./summary-graphics.tsx')).IssueHours }));
const Change = lazy(async () => ({ default: (await import('./summary-graphics.tsx')).Change }));
const Shares = lazy(async () => ({ default: (await import('./summary-graphics.tsx')).Shares }));
const AverageHours = lazy(async () => ({ default: (await import('./summary-graphics.tsx')).AverageHours }));

/** Keeps the place of what is not there yet. */
const later = (graphic: ReactNode) => <Suspense fallback={<span />}>{graphic || <span />}</Suspense>;

interface SummaryCardsProps {
  stats: DashboardStats | undefined;
  websites: readonly Website[] | undefined;
  isLoading: boolean;
  /** The past of the figures comes after they are drawn. */
  hasPast: boolean;
}

/** The six figures at the top, each with its parts or its past. Without statistics each keeps its place and height. */
export const SummaryCards = memo(function SummaryCards({ stats, websites, isLoading, hasPast }: SummaryCardsProps) {
  if (!stats) return <EmptyCards isLoading={isLoading} />;
  return (
    <Ledger columns={6}>
      <Totals stats={stats} websites={websites} hasPast={hasPast} />
      <Issues stats={stats} hasPast={hasPast} />
      <Average stats={stats} hasPast={hasPast} />
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
      <LedgerFigure key={label} label={label} value={isLoading ? null : 'N/A'} graphic={<span />} sub="" />
    ))}
  </Ledger>
);

function Totals({ stats, websites, hasPast }: PastProps & { websites: readonly Website[] | undefined }) {
  const bar = (shares: readonly Share[]) => later(hasPast && <Shares shares={shares} />);
  const { total_websites, total_urls, urls_up, urls_slow, urls_down } = stats;
  const { total_network_monitors, network_monitors_up, network_monitors_down } = stats;
  const ofWebsites = websites && websiteShares(websites);
  const urls = { up: urls_up, slow: urls_slow, down: urls_down };
  const services = { up: network_monitors_up, slow: 0, down: network_monitors_down };
  return (
    <>
      <LedgerFigure
        label={labels.websites}
        value={total_websites}
        graphic={ofWebsites ? bar(sharesOf(total_websites, ofWebsites)) : <span />}
        sub={ofWebsites ? websiteWords(ofWebsites) : ''}
      />
      <LedgerFigure
        label={labels.urls}
        value={total_urls}
        graphic={bar(sharesOf(total_urls, urls))}
        sub={<UpWords up={urls_up} />}
      />
      <LedgerFigure
        label={labels.network}
        value={total_network_monitors}
        graphic={bar(sharesOf(total_network_monitors, services))}
        sub={<UpWords up={network_monitors_up} />}
      />
    </>
  );
}

function websiteWords({ up, slow, down }: { up: number; slow: number; down: number }): string {
  const issues = slow + down;
  const parts = [up > 0 ? `${up} operational` : '', issues > 0 ? `${issues} with issues` : ''];
  return parts.filter(Boolean).join(', ');
}

const UpWords = ({ up }: { up: number }) => <span className={`font-medium ${up > 0 ? toneText.up : ''}`}>{up} up</span>;

interface PastProps {
  stats: DashboardStats;
  hasPast: boolean;
}

function Issues({ stats, hasPast }: PastProps) {
  const { urls_down, urls_slow, network_monitors_down, previous } = stats;
  const [urls, services] = [urlHours(stats), networkHours(stats)];
  const urlIssues = urls_down + urls_slow;
  return (
    <>
      <LedgerFigure
        label={labels.urlIssues}
        value={urlIssues}
        tone={issueTone(urls_down, urls_slow)}
        graphic={later(hasPast && urls && <IssueHours of={labels.urlIssues} hours={urls} />)}
        sub={<IssueWords down={urls_down} slow={urls_slow} />}
        change={later(hasPast && previous && <Change by={urlIssues - previous.urls_down - previous.urls_slow} />)}
      />
      <LedgerFigure
        label={labels.networkIssues}
        value={network_monitors_down}
        tone={issueTone(network_monitors_down, 0)}
        graphic={later(hasPast && services && <IssueHours of={labels.networkIssues} hours={services} />)}
        sub={<IssueWords down={network_monitors_down} slow={0} />}
        change={later(hasPast && previous && <Change by={network_monitors_down - previous.network_monitors_down} />)}
      />
    </>
  );
}

function IssueWords({ down, slow }: { down: number; slow: number }) {
  const words = [down > 0 ? `${down} down` : '', slow > 0 ? `${slow} slow` : ''].filter(Boolean).join(', ');
  const tone = issueTone(down, slow);
  return <span className={tone ? `font-medium ${toneText[tone]}` : ''}>{words || 'none'}</span>;
}

function issueTone(down: number, slow: number): Tone | undefined {
  if (down > 0) return 'down';
  return slow > 0 ? 'warn' : undefined;
}

function Average({ stats, hasPast }: PastProps) {
  const hours = stats.hourly_issues?.map(({ average_response_time }) => average_response_time ?? null);
  const percent = percentChange(stats.average_response_time, stats.previous?.average_response_time);
  return (
    <LedgerFigure
      label={labels.average}
      value={<Elapsed seconds={stats.average_response_time} />}
      graphic={later(hasPast && hours && <AverageHours values={hours} />)}
      sub={`Network ${formatSeconds(stats.average_network_response_time)}`}
      change={later(hasPast && percent !== null && <Change by={percent} unit="%" />)}
    />
  );
}
