import { useQuery } from '@tanstack/react-query';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { urlTitle } from '@upvigil/core/format/monitor-name';
import { messages } from '@upvigil/core/texts/messages';
import { Scale } from 'lucide-react';
import { Suspense } from 'react';
import { WaitsForParent } from '../../../alerting/waits-for-parent.tsx';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { PhaseChart } from '../../../components/phases/phase-chart.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Time } from '../../../components/time/time.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { urlAlerts } from '../history/alert-queries.ts';
import { useCompared } from '../history/compare/use-compared.ts';
import { CsvButton } from '../history/csv-button.tsx';
import { historyFigures } from '../history/history-figures.tsx';
import { MonitorPast } from '../history/monitor-past.tsx';
import { RangePicker } from '../history/range-picker.tsx';
import {
  type HistoryChoice,
  historyQuery,
  historyTitle,
  isOver,
  uptimeLabel,
  useHistoryRange,
} from '../history/use-history-range.ts';
import { ChecksTable } from './checks-table.tsx';

const WebsiteComparison = lazyPart(async () => ({
  default: (await import('../history/compare/website-comparison.tsx')).WebsiteComparison,
}));

/** Number of listed checks for more than a day. */
const mostOfLongRange = 500;

/** How fast a URL answered in a range or on a day, figures, and its checks, newest first; read again every 30 seconds. */
export function UrlHistory({ url }: { url: UrlMonitor }) {
  const [choice, choose] = useHistoryRange();
  const [compared, compare] = useCompared();
  const { data: history } = useQuery(queries.urlLatency(url.website_id, url.id, historyQuery(choice)));
  const isCompared = compared.length > 0;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={`History of ${urlTitle(url)}`}>
      <WaitsForParent monitor={url} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3>Check History ({historyTitle(choice, Date.now())})</h3>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <RangePicker of={url} choice={choice} onChoose={choose} />
          {isCompared ? null : (
            <>
              <Button
                size="small"
                icon={<Scale aria-hidden="true" size={14} />}
                onClick={() => compare([url.website_id])}
              >
                Compare
              </Button>
              <CsvButton of={withoutCredentials(url.url)} choice={choice} history={history} />
            </>
          )}
        </div>
      </div>
      {isCompared ? (
        <Suspense fallback={<Spinner />}>
          <WebsiteComparison ids={compared} range={'range' in choice ? choice.range : '24h'} onChange={compare} />
        </Suspense>
      ) : (
        <OwnHistory url={url} choice={choice} />
      )}
    </section>
  );
}

/** Chart, figures, outages and checks of the URL itself. */
function OwnHistory({ url, choice }: { url: UrlMonitor; choice: HistoryChoice }) {
  const request = historyQuery(choice);
  const isLong = request.range !== undefined && request.range !== '24h';
  const query = useQuery(
    queries.urlHistory(url.website_id, url.id, isLong ? { ...request, limit: mostOfLongRange } : request),
  );
  const { data: checks } = query;
  // Zero while the checks of another time are shown as placeholder.
  const now = query.dataUpdatedAt || Date.now();
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <UrlFacts url={url} />
        {checks && !isOver(choice, now) ? (
          <p className="text-xs text-(--muted)">
            refreshes every {defaults.refreshSeconds.urlHistory} s, {formatTime(now, 'clock')}
          </p>
        ) : null}
      </div>
      <LoadState query={query} title="Could not load the history">
        <Spinner />
      </LoadState>
      {checks ? <Past url={url} choice={choice} now={now} hasChecks={checks.length > 0} /> : null}
      {checks?.length ? (
        <>
          {'range' in choice && choice.range === '24h' ? <Phases url={url} /> : null}
          <ChecksTable
            address={urlTitle(url)}
            checks={checks}
            threshold={url.response_time_threshold}
            isCut={isLong && checks.length === mostOfLongRange}
          />
        </>
      ) : null}
    </>
  );
}

/** Phases of the checks; hidden if the request fails. */
function Phases({ url }: { url: UrlMonitor }) {
  const { data: history } = useQuery(queries.urlPhases(url.website_id, url.id));
  return history ? <PhaseChart history={history} of={urlTitle(url)} /> : null;
}

/** Configuration of the URL, and details that do not fit into its row. */
function UrlFacts({ url }: { url: UrlMonitor }) {
  const { check_interval, timeout, response_time_threshold, check_mode, last_check_time, metadata_tag } = url;
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-xs text-(--muted)">
      <p>
        {`every ${check_interval}s · timeout ${timeout}s · slow > ${response_time_threshold}s${check_mode === 'browser' ? ' · in a browser' : ''} · last check `}
        {last_check_time ? <Time value={last_check_time} /> : 'Never'}
      </p>
      {metadata_tag ? (
        <code className="wrap-anywhere">
          {url.metadata_value === null ? metadata_tag : `${metadata_tag} = "${url.metadata_value}"`}
        </code>
      ) : null}
    </div>
  );
}

interface PastProps {
  url: UrlMonitor;
  choice: HistoryChoice;
  /** When the checks were read, in ms since the epoch. */
  now: number;
  /** Older checks are only kept as figures. */
  hasChecks: boolean;
}

function Past({ url, choice, now, hasChecks }: PastProps) {
  const request = historyQuery(choice);
  const { data: history, isPending } = useQuery(queries.urlLatency(url.website_id, url.id, request));
  const { data: summary } = useQuery(queries.urlSummary(url.website_id, url.id, request));
  const { data: alerts } = useQuery(urlAlerts(url.website_id, url.id));
  if (history?.length === 0 && !hasChecks) {
    return (
      <p className="py-4 text-center text-(--muted)">
        {'day' in choice ? messages.empty.checksOfDay : messages.empty.checks}
      </p>
    );
  }
  const facts = { kind: 'URL', threshold: url.response_time_threshold, uptimeLabel: uptimeLabel(choice) } as const;
  return (
    <MonitorPast
      monitor={url}
      name={urlTitle(url)}
      kind="URL"
      choice={choice}
      now={now}
      history={history}
      isPending={isPending}
      alerts={alerts}
      figures={(outages, window) => (summary ? historyFigures({ ...facts, summary, outages, window }) : null)}
    />
  );
}
