import { useQuery } from '@tanstack/react-query';
import type { NetworkCheck } from '@upvigil/core/contract/checks';
import type { NetworkMonitor, NetworkStats } from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { messages } from '@upvigil/core/messages';
import { useMemo } from 'react';
import * as queries from '../../../api/queries.ts';
import { Badge } from '../../../components/basics/badge.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { ResponseTimeChart } from '../../../components/charts/response-time-chart.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Time } from '../../../components/time/time.tsx';

const chartHeightPx = 160;
/** More check intervals than this without a check are a gap. */
const gapIntervals = 3;

interface MonitorStatsDialogProps {
  monitor: NetworkMonitor;
  onClose: () => void;
}

/** Figures of a network monitor over the last 24 hours, its response times and its newest checks. */
export function MonitorStatsDialog({ monitor, onClose }: MonitorStatsDialogProps) {
  const stats = useQuery(queries.networkStats(monitor.website_id, monitor.id));
  const checks = useQuery(queries.networkChecks(monitor.website_id, monitor.id));
  return (
    <ModalDialog title={`Statistics: ${monitor.name}`} size="large" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <LoadState query={stats} title="Could not load the statistics">
          <Spinner />
        </LoadState>
        {stats.data ? <Figures monitor={monitor} stats={stats.data} /> : null}
        {checks.data ? <Checks monitor={monitor} checks={checks.data} loadedAt={checks.dataUpdatedAt} /> : null}
      </div>
    </ModalDialog>
  );
}

function Figures({ monitor: { monitor_type }, stats }: { monitor: NetworkMonitor; stats: NetworkStats }) {
  const time = (seconds: number | null) => formatResponseTime(monitor_type, seconds);
  const figures = [
    ['Total checks', stats.total_checks],
    ['Successful', stats.successful_checks],
    ['Failed', stats.failed_checks],
    ['Uptime', formatPercent(stats.uptime_percentage)],
    ['Avg response', time(stats.avg_response_time)],
    ['Median', time(stats.p50_response_time)],
    ['95th percentile', time(stats.p95_response_time)],
    ['99th percentile', time(stats.p99_response_time)],
  ] as const;
  return (
    <section className="grid gap-2" aria-label={`Last ${defaults.hours.networkStats} hours`}>
      <p className="text-xs text-(--muted)">Last {defaults.hours.networkStats} hours</p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-(--muted)">{label}</dt>
            <dd className="text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ChecksProps {
  monitor: NetworkMonitor;
  checks: readonly NetworkCheck[];
  /** In ms since the epoch. */
  loadedAt: number;
}

function Checks({ monitor, checks, loadedAt }: ChecksProps) {
  const points = useMemo(
    () =>
      checks
        .map(({ checked_at, response_time, is_up }) => ({ time: checked_at, value: response_time, failed: !is_up }))
        .reverse(),
    [checks],
  );
  const columns = useMemo(() => columnsOf(monitor), [monitor]);
  if (checks.length === 0) return <p className="py-4 text-center text-(--muted)">{messages.empty.checks}</p>;
  return (
    <>
      <ResponseTimeChart
        points={points}
        label="Response time"
        of={monitor.name}
        height={chartHeightPx}
        unit={monitor.monitor_type === 'ICMP_PING' ? 'ms' : 's'}
        gapSeconds={gapIntervals * monitor.check_interval}
        until={loadedAt}
        threshold={monitor.response_time_threshold}
      />
      <section className="grid gap-1">
        <h3>{checks.length === 1 ? 'Last check' : `Last ${checks.length} checks`}</h3>
        <DataTable caption={`Checks of ${monitor.name}`} columns={columns} rows={checks} rowKey={(check) => check.id} />
      </section>
    </>
  );
}

function columnsOf({ monitor_type }: NetworkMonitor): readonly Column<NetworkCheck>[] {
  const common: Column<NetworkCheck>[] = [
    { id: 'time', header: 'Time', cell: (check) => <Time value={check.checked_at} /> },
    {
      id: 'status',
      header: 'Status',
      unlabelled: true,
      cell: ({ is_up }) => <Badge tone={is_up ? 'up' : 'down'}>{is_up ? 'UP' : 'DOWN'}</Badge>,
    },
    {
      id: 'response',
      header: 'Response',
      align: 'end',
      cell: (check) => formatResponseTime(monitor_type, check.response_time),
    },
  ];
  const loss: Column<NetworkCheck> = {
    id: 'loss',
    header: 'Packet loss',
    align: 'end',
    cell: (check) => formatPercent(check.packet_loss),
  };
  const message: Column<NetworkCheck> = {
    id: 'message',
    header: 'Message',
    cell: (check) => check.error_message ?? '–',
  };
  return monitor_type === 'ICMP_PING' ? [...common, loss, message] : [...common, message];
}
