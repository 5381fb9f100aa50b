import { useQuery } from '@tanstack/react-query';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { messages } from '@upvigil/core/messages';
import { type ReactNode, useMemo } from 'react';
import * as queries from '../../../api/queries.ts';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { LatencyChart } from '../../../components/charts/latency/latency-chart.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { ChecksTable } from './checks-table.tsx';
import { figuresOf } from './url-figures.ts';

/** The last 24 hours of a URL: how fast it answered, figures, and its checks, newest first; read again every 30 seconds. */
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
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_292px]">
            <Times url={url} until={dataUpdatedAt} />
            <Figures url={url} checks={checks} />
          </div>
          <ChecksTable address={address} checks={checks} />
        </>
      ) : null}
    </section>
  );
}

/** How it is checked, and what the row has no room for. */
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

/** Nothing while it cannot be read: figures and checks stand by themselves. */
function Times({ url, until }: { url: UrlMonitor; until: number }) {
  const { data: history, isPending } = useQuery(queries.urlLatency(url.website_id, url.id));
  if (isPending) return <div className="card h-72" aria-busy="true" />;
  if (!history?.length) return null;
  return (
    <div className="card">
      <LatencyChart
        history={history}
        of={withoutCredentials(url.url)}
        kind="URL"
        threshold={url.response_time_threshold}
        hours={defaults.hours.urlHistory}
        until={until}
      />
    </div>
  );
}

function Figures({ url, checks }: { url: UrlMonitor; checks: readonly UrlCheck[] }) {
  const figures = useMemo(() => figuresOf(checks), [checks]);
  const told: readonly (readonly [string, ReactNode])[] = [
    ['24h uptime', <UptimeFigure key="uptime" percent={url.uptime_24h} />],
    ['Median', <Elapsed key="median" seconds={figures.median} />],
    ['95th percentile', <Elapsed key="p95" seconds={figures.p95} />],
    ['Checks', figures.checks],
    ['Failed', figures.failed],
  ];
  return (
    <dl className="card grid grid-cols-2 content-start gap-x-5 gap-y-3">
      {told.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-(--muted)">{label}</dt>
          <dd className="text-lg leading-6 font-semibold tracking-[-0.015em]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
