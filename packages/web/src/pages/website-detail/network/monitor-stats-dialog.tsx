import { useQuery } from '@tanstack/react-query';
import type { NetworkCheck } from '@upvigil/core/contract/checks';
import type { NetworkMonitor, NetworkStats } from '@upvigil/core/contract/network-monitors';
import { formatPercent } from '@upvigil/core/format/percent';
import { checkState, stateBadges } from '@upvigil/core/status/monitor-state';
import { messages } from '@upvigil/core/texts/messages';
import { useMemo } from 'react';
import { WaitsForParent } from '../../../alerting/waits-for-parent.tsx';
import * as queries from '../../../api/queries.ts';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { PhaseChart } from '../../../components/phases/phase-chart.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { networkAlerts } from '../history/alert-queries.ts';
import { CsvButton } from '../history/csv-button.tsx';
import { type HistoryFigure, Toned } from '../history/history-figures.tsx';
import type { MonitorOutage } from '../history/monitor-outages.ts';
import { MonitorPast } from '../history/monitor-past.tsx';
import { RangePicker } from '../history/range-picker.tsx';
import { type HistoryChoice, historyQuery, historyTitle, useHistoryRange } from '../history/use-history-range.ts';

interface MonitorStatsDialogProps {
  monitor: NetworkMonitor;
  onClose: () => void;
}

/** Figures of a network monitor over a range or a day, its response times and its newest checks. */
export function MonitorStatsDialog({ monitor, onClose }: MonitorStatsDialogProps) {
  const [choice, choose] = useHistoryRange();
  const stats = useQuery(queries.networkStats(monitor.website_id, monitor.id, historyQuery(choice)));
  const checks = useQuery(queries.networkChecks(monitor.website_id, monitor.id));
  return (
    <ModalDialog title={`Statistics: ${monitor.name}`} size="large" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <WaitsForParent monitor={monitor} />
        <div className="flex flex-wrap items-center gap-2">
          <RangePicker of={monitor} choice={choice} onChoose={choose} />
          <CsvButton of={monitor.name} choice={choice} history={stats.data?.history} />
        </div>
        <LoadState query={stats} title="Could not load the statistics">
          <Spinner />
        </LoadState>
        {stats.data ? (
          <Past monitor={monitor} choice={choice} stats={stats.data} now={stats.dataUpdatedAt || Date.now()} />
        ) : null}
        {'range' in choice && choice.range === '24h' ? <WhereTimeGoes monitor={monitor} /> : null}
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
  choice: HistoryChoice;
  stats: NetworkStats;
  /** Time of the figures in ms since the epoch. */
  now: number;
}

function Past({ monitor, choice, stats: { history, ...stats }, now }: PastProps) {
  const { data: alerts } = useQuery(networkAlerts(monitor.website_id, monitor.id));
  const title = historyTitle(choice, now);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={title}>
      <h3 className="text-xs font-normal text-(--muted)">{title}</h3>
      <MonitorPast
        monitor={monitor}
        name={monitor.name}
        kind={monitor.monitor_type}
        choice={choice}
        now={now}
        history={history}
        alerts={alerts}
        figures={(outages) => shownFigures(monitor, stats, outages)}
      />
    </section>
  );
}

function shownFigures(
  { monitor_type }: NetworkMonitor,
  stats: Omit<NetworkStats, 'history'>,
  outages: readonly MonitorOutage[] | undefined,
): HistoryFigure[] {
  const time = (seconds: number | null) => <Elapsed seconds={seconds} kind={monitor_type} />;
  const count = (many: number) => many.toLocaleString('en');
  const { failed_checks, slow_checks } = stats;
  return [
    { label: 'Uptime', value: <UptimeFigure percent={stats.uptime_percentage} coverage={stats.coverage} isWide /> },
    ...(outages ? [{ label: 'Outages', value: outages.filter(({ state }) => state === 'DOWN').length }] : []),
    { label: 'Total checks', value: count(stats.total_checks) },
    { label: 'Successful', value: count(stats.successful_checks) },
    { label: 'Failed', value: <Toned tone={failed_checks > 0 ? 'down' : null}>{count(failed_checks)}</Toned> },
    ...(slow_checks === undefined
      ? []
      : [{ label: 'Slow', value: <Toned tone={slow_checks > 0 ? 'warn' : null}>{count(slow_checks)}</Toned> }]),
    { label: 'Avg response', value: time(stats.avg_response_time) },
    { label: 'Median', value: time(stats.p50_response_time) },
    { label: '95th percentile', value: time(stats.p95_response_time) },
    { label: '99th percentile', value: time(stats.p99_response_time) },
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

function columnsOf({ monitor_type, response_time_threshold }: NetworkMonitor): readonly Column<NetworkCheck>[] {
  const common: Column<NetworkCheck>[] = [
    { id: 'time', header: 'Time', cell: (check) => <Time value={check.checked_at} /> },
    {
      id: 'status',
      header: 'Status',
      unlabelled: true,
      cell: (check) => {
        const { label, tone } =
          stateBadges[checkState({ ...check, metadata_found: undefined }, response_time_threshold)];
        return <Badge tone={tone}>{label}</Badge>;
      },
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
