import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { serviceState } from '@upvigil/core/status/monitor-state';
import type { Tone } from '@upvigil/core/status/tone';
import { memo } from 'react';
import { spreadOf } from '../../../components/charts/plots/chart-scale.ts';
import { Sparkline } from '../../../components/charts/sparkline.tsx';
import { Ledger, LedgerFigure } from '../../../components/figures/ledger.tsx';
import { type Share, ShareBar } from '../../../components/figures/share-bar.tsx';
import { PulseStrip } from '../../../components/pulse/pulse-strip.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import {
  type HourOfIssues,
  issueBars,
  networkHours,
  percentChange,
  sharesOf,
  urlHours,
  websiteShares,
} from './summary-figures.ts';

interface SummaryCardsProps {
  stats: DashboardStats | undefined;
  websites: readonly Website[] | undefined;
  isLoading: boolean;
}

/** The six figures at the top, each with a bar or chart. The layout is the same without statistics. */
export const SummaryCards = memo(function SummaryCards({ stats, websites, isLoading }: SummaryCardsProps) {
  if (!stats) return <EmptyCards isLoading={isLoading} />;
  return (
    <Ledger columns={6}>
      <Totals stats={stats} websites={websites} />
      <Issues stats={stats} />
      <Average stats={stats} />
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

function Totals({ stats, websites }: FiguresProps & { websites: readonly Website[] | undefined }) {
  const { total_websites, total_urls, urls_up, urls_slow, urls_down } = stats;
  const { total_network_monitors, network_monitors_up, network_monitors_down } = stats;
  const ofWebsites = websites && websiteShares(websites);
  const urls = { up: urls_up, slow: urls_slow, down: urls_down };
  const slow = stats.network_stats.filter((stat) => serviceState(stat) === 'slow').length;
  const services = { up: network_monitors_up - slow, slow, down: network_monitors_down };
  return (
    <>
      <LedgerFigure
        label={labels.websites}
        value={total_websites}
        graphic={ofWebsites ? <Shares shares={sharesOf(total_websites, ofWebsites)} /> : <span />}
        sub={ofWebsites ? websiteWords(ofWebsites) : ''}
      />
      <LedgerFigure
        label={labels.urls}
        value={total_urls}
        graphic={<Shares shares={sharesOf(total_urls, urls)} />}
        sub={<UpWords up={urls_up} />}
      />
      <LedgerFigure
        label={labels.network}
        value={total_network_monitors}
        graphic={<Shares shares={sharesOf(total_network_monitors, services)} />}
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

interface FiguresProps {
  stats: DashboardStats;
}

function Issues({ stats }: FiguresProps) {
  const { urls_down, urls_slow, network_monitors_down, previous } = stats;
  const urls = urlHours(stats);
  const services = networkHours(stats);
  const urlIssues = urls_down + urls_slow;
  return (
    <>
      <LedgerFigure
        label={labels.urlIssues}
        value={urlIssues}
        tone={issueTone(urls_down, urls_slow)}
        graphic={urls ? <IssueHours of={labels.urlIssues} hours={urls} /> : <span />}
        sub={<IssueWords down={urls_down} slow={urls_slow} />}
        change={previous ? <Change by={urlIssues - previous.urls_down - previous.urls_slow} /> : <span />}
      />
      <LedgerFigure
        label={labels.networkIssues}
        value={network_monitors_down}
        tone={issueTone(network_monitors_down, 0)}
        graphic={services ? <IssueHours of={labels.networkIssues} hours={services} /> : <span />}
        sub={<IssueWords down={network_monitors_down} slow={0} />}
        change={previous ? <Change by={network_monitors_down - previous.network_monitors_down} /> : <span />}
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

function Average({ stats }: FiguresProps) {
  const hours = stats.hourly_issues?.map(({ average_response_time }) => average_response_time ?? null);
  const percent = percentChange(stats.average_response_time, stats.previous?.average_response_time);
  return (
    <LedgerFigure
      label={labels.average}
      value={<Elapsed seconds={stats.average_response_time} />}
      graphic={hours ? <AverageHours values={hours} /> : <span />}
      sub={`Network ${formatSeconds(stats.average_network_response_time)}`}
      change={percent === null ? <span /> : <Change by={percent} unit="%" />}
    />
  );
}

const heightPx = 24;

/** One bar for each hour with a problem, a dot for each hour without. */
function IssueHours({ of, hours }: { of: string; hours: readonly HourOfIssues[] }) {
  const bad = hours.filter(({ down, slow }) => down + slow > 0).length;
  const label = `${of}: ${bad === 0 ? 'none' : `in ${bad}`} of ${hours.length} hours`;
  return <PulseStrip bars={issueBars(hours)} label={label} height={heightPx} barPx={4} />;
}

/** The average of each hour. */
function AverageHours({ values }: { values: readonly (number | null)[] }) {
  const spread = spreadOf(values.map((value) => ({ value })));
  if (!spread) return null;
  const label = `Average of each of ${values.length} hours: ${formatSeconds(spread.min)} to ${formatSeconds(spread.max)}`;
  return <Sparkline values={values} height={heightPx} label={label} />;
}

/** Change against the previous window: an arrow and a number, with words for screen readers. */
function Change({ by, unit = '' }: { by: number; unit?: string }) {
  if (by === 0) return null;
  return (
    <span className="inline-flex items-center gap-0.5 font-medium whitespace-nowrap">
      <span aria-hidden="true">{by > 0 ? '↑' : '↓'}</span>
      {Math.abs(by)}
      {unit}
      <span className="sr-only"> {by > 0 ? 'more' : 'less'} than before</span>
    </span>
  );
}

/** Number of services that are up, slow and down. */
const Shares = ({ shares }: { shares: readonly Share[] }) => <ShareBar shares={shares} />;
