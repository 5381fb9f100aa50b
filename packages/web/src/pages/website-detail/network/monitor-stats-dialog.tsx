import { useQuery } from '@tanstack/react-query';
import type { NetworkCheck } from '@upvigil/core/contract/checks';
import type { NetworkMonitor, NetworkStats } from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import { messages } from '@upvigil/core/texts/messages';
import { useMemo } from 'react';
import { useChartEvents } from '../../../alerting/maintenance/use-chart-events.ts';
import * as queries from '../../../api/queries.ts';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { LatencyChart } from '../../../components/charts/latency/latency-chart.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { PhaseChart } from '../../../components/phases/phase-chart.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { networkAlerts } from '../history/alert-queries.ts';
import { FailedFigure, type HistoryFigure, HistoryFigures } from '../history/history-figures.tsx';
import { outagesSince } from '../history/monitor-outages.ts';

const windowHours = defaults.hours.networkStats;
const windowMs = windowHours * 3_600_000;

interface MonitorStatsDialogProps {
  monitor: NetworkMonitor;
  onClose: () => void;
}

/** Figures of a network monitor over the last 24 hours, its response times and latest checks. */
export function MonitorStatsDialog({ monitor, onClose }: MonitorStatsDialogProps) {
  const stats = useQuery(queries.networkStats(monitor.website_id, monitor.id));
  const checks = useQuery(queries.networkChecks(monitor.website_id, monitor.id));
  return (
    <ModalDialog title={`Statistics: ${monitor.name}`} size="large" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <LoadState query={stats} title="Could not load the statistics">
          <Spinner />
        </LoadState>
        {stats.data ? <Past monitor={monitor} stats={stats.data} now={stats.dataUpdatedAt} /> : null}
        <WhereTimeGoes monitor={monitor} />
        {checks.data ? <Checks monitor={monitor} checks={checks.data} /> : null}
      </div>
    </ModalDialog>
  );
}

/** Hidden if the request fails, and for checks without phases, such as a ping. */
function WhereTimeGoes({ monitor }: { monitor: NetworkMonitor }) {
  const { data: history } = useQuery(queries.networkPhases(monitor.website_id, monitor.id));
  return history ? <PhaseChart history={history} of={monitor.name} /> : null;
}

interface PastProps {
  monitor: NetworkMonitor;
  stats: NetworkStats;
  /** Time of the figures in ms since the epoch. */
  now: number;
}

/** Chart, figures and outages, as in the history of a URL. */
function Past({ monitor, stats: { history, ...stats }, now }: PastProps) {
  const { data: alerts } = useQuery(networkAlerts(monitor.website_id, monitor.id));
  const outages = useMemo(() => alerts && outagesSince(alerts, now - windowMs), [alerts, now]);
  const events = useChartEvents(monitor, windowHours);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={`Last ${windowHours} hours`}>
      <h3 className="text-xs font-normal text-(--muted)">Last {windowHours} hours</h3>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_292px]">
        {history?.length ? (
          <div className="card">
            <LatencyChart
              history={history}
              of={monitor.name}
              kind={monitor.monitor_type}
              threshold={monitor.response_time_threshold}
              interval={monitor.check_interval}
              hours={windowHours}
              until={now}
              outages={outages}
              events={events}
            />
          </div>
        ) : null}
        <HistoryFigures figures={shownFigures(monitor, stats, outages)} outages={outages} now={now} />
      </div>
    </section>
  );
}

function shownFigures(
  { monitor_type }: NetworkMonitor,
  stats: Omit<NetworkStats, 'history'>,
  outages: readonly unknown[] | undefined,
): HistoryFigure[] {
  const time = (seconds: number | null) => <Elapsed seconds={seconds} kind={monitor_type} />;
  return [
    ['Uptime', <UptimeFigure key="uptime" percent={stats.uptime_percentage} />],
    ...(outages ? [['Outages', outages.length] as const] : []),
    ['Total checks', stats.total_checks.toLocaleString('en')],
    ['Successful', stats.successful_checks.toLocaleString('en')],
    ['Failed', <FailedFigure key="failed" count={stats.failed_checks} />],
    ['Avg response', time(stats.avg_response_time)],
    ['Median', time(stats.p50_response_time)],
    ['95th percentile', time(stats.p95_response_time)],
    ['99th percentile', time(stats.p99_response_time)],
  ];
}

interface ChecksProps {
  monitor: NetworkMonitor;
  checks: readonly NetworkCheck[];
}

function Checks({ monitor, checks }: ChecksProps) {
  const columns = useMemo(() => columnsOf(monitor), [monitor]);
  if (checks.length === 0) return <p className="py-4 text-center text-(--muted)">{messages.empty.checks}</p>;
  return (
    <section className="grid gap-1">
      <h3>{checks.length === 1 ? 'Last check' : `Last ${checks.length} checks`}</h3>
      <DataTable caption={`Checks of ${monitor.name}`} columns={columns} rows={checks} rowKey={(check) => check.id} />
    </section>
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
      cell: (check) => <Elapsed seconds={check.response_time} kind={monitor_type} />,
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
