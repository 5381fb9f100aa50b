import { useQuery } from '@tanstack/react-query';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/texts/messages';
import { useMemo } from 'react';
import { useChartEvents } from '../../../alerting/maintenance/use-chart-events.ts';
import * as queries from '../../../api/queries.ts';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { LatencyChart } from '../../../components/charts/latency/latency-chart.tsx';
import { PhaseChart } from '../../../components/phases/phase-chart.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { urlAlerts } from '../history/alert-queries.ts';
import { FailedFigure, type HistoryFigure, HistoryFigures } from '../history/history-figures.tsx';
import { outagesSince } from '../history/monitor-outages.ts';
import { ChecksTable } from './checks-table.tsx';
import { figuresOf } from './url-figures.ts';

/** Last 24 hours of a URL: response times, figures and checks, newest first. Refreshed every 30 seconds. */
export function UrlHistory({ url }: { url: UrlMonitor }) {
  const query = useQuery(queries.urlHistory(url.website_id, url.id));
  const { data: checks, dataUpdatedAt } = query;
  const address = withoutCredentials(url.url);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={`History of ${address}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3>Check History (Last {defaults.hours.urlHistory} Hours)</h3>
        {checks ? (
          <p className="text-xs text-(--muted)">
            refreshes every {defaults.refreshSeconds.urlHistory} s, {formatTime(dataUpdatedAt, 'clock')}
          </p>
        ) : null}
      </div>
      <UrlFacts url={url} />
      <LoadState query={query} title="Could not load the history">
        <Spinner />
      </LoadState>
      {checks?.length === 0 ? <p className="py-4 text-center text-(--muted)">{messages.empty.checks}</p> : null}
      {checks?.length ? (
        <>
          <Past url={url} checks={checks} now={dataUpdatedAt} />
          <Phases url={url} />
          <ChecksTable address={address} checks={checks} threshold={url.response_time_threshold} />
        </>
      ) : null}
    </section>
  );
}

/** Phases of the checks; hidden if the request fails. */
function Phases({ url }: { url: UrlMonitor }) {
  const { data: history } = useQuery(queries.urlPhases(url.website_id, url.id));
  return history ? <PhaseChart history={history} of={withoutCredentials(url.url)} /> : null;
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
  checks: readonly UrlCheck[];
  /** Time of the figures in ms since the epoch. */
  now: number;
}

/** Chart with figures beside it. If the chart fails to load, the figures and checks remain. */
function Past({ url, checks, now }: PastProps) {
  const { data: history, isPending } = useQuery(queries.urlLatency(url.website_id, url.id));
  const { data: alerts } = useQuery(urlAlerts(url.website_id, url.id));
  const outages = useMemo(() => alerts && outagesSince(alerts, now - windowMs), [alerts, now]);
  const events = useChartEvents(url, defaults.hours.urlHistory);
  const figures = useMemo(() => shownFigures(url, checks, outages), [url, checks, outages]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_292px]">
      {isPending ? <div className="card h-72" aria-busy="true" /> : null}
      {history?.length ? (
        <div className="card">
          <LatencyChart
            history={history}
            of={withoutCredentials(url.url)}
            kind="URL"
            threshold={url.response_time_threshold}
            interval={url.check_interval}
            hours={defaults.hours.urlHistory}
            until={now}
            outages={outages}
            events={events}
          />
        </div>
      ) : null}
      <HistoryFigures figures={figures} outages={outages} now={now} />
    </div>
  );
}

const windowMs = defaults.hours.urlHistory * 3_600_000;

function shownFigures(
  url: UrlMonitor,
  checks: readonly UrlCheck[],
  outages: readonly unknown[] | undefined,
): HistoryFigure[] {
  const { median, p95, checks: count, failed } = figuresOf(checks);
  return [
    ['24h uptime', <UptimeFigure key="uptime" percent={url.uptime_24h} />],
    ...(outages ? [['Outages', outages.length] as const] : []),
    ['Median', <Elapsed key="median" seconds={median} />],
    ['95th percentile', <Elapsed key="p95" seconds={p95} />],
    ['Checks', count.toLocaleString('en')],
    ['Failed', <FailedFigure key="failed" count={failed} />],
  ];
}
