import {
  hasNeededPort,
  type NetworkMonitor,
  type NetworkMonitorChange,
  type NetworkMonitorInput,
  type NetworkStats,
  portRequired,
} from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import { RequestError } from '@upvigil/core/errors';
import { type NetworkMonitorType, networkMonitorKinds } from '@upvigil/core/monitor-kinds/registry';
import type { Insertable } from 'kysely';
import { idsOf, listMonitors, type MonitorEdit, type MonitorWithCheck } from '../../monitors/monitor-store.ts';
import { requireNetworkMonitor } from '../../monitors/require-monitor.ts';
import { windowPercentiles, windowSumsByMonitor } from '../../results/result-store.ts';
import { averageSecondsOf, noSums, type Sums, uptimeOf } from '../../results/rollups/sums.ts';
import { lastHours } from '../../results/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import type { MonitorRow, MonitorTable } from '../../storage/tables.ts';
import { flagOf, timeOf, timeOrNull, truthOrNull } from '../../storage/wire-format.ts';
import { networkCheckAnswer } from '../shared/wire-checks.ts';

/** The network monitors of a website by id, in at most four statements. */
export async function listNetworkMonitors(
  db: Database,
  selection: { website_id: number; enabled_only: boolean },
  now: number,
): Promise<NetworkMonitor[]> {
  const found = await listMonitors(db, 'network', selection);
  const sums = await windowSumsByMonitor(db, idsOf(found), lastHours(24, now));
  return found.map((one) => networkMonitorAnswer(one, sums.get(one.monitor.id)));
}

/** Throws notFound. */
export async function readNetworkMonitor(db: Database, id: number, now: number): Promise<NetworkMonitor> {
  const found = await requireNetworkMonitor(db, id);
  const sums = await windowSumsByMonitor(db, [id], lastHours(24, now));
  return networkMonitorAnswer(found, sums.get(id));
}

function networkMonitorAnswer({ monitor, last_check }: MonitorWithCheck, sums: Sums = noSums): NetworkMonitor {
  return {
    id: monitor.id,
    website_id: monitor.website_id,
    name: nameOf(monitor),
    monitor_type: networkType(monitor),
    host: monitor.target,
    port: monitor.port,
    timeout: monitor.timeout_seconds,
    check_interval: monitor.check_interval_seconds,
    enabled: monitor.enabled === 1,
    description: monitor.description,
    expected_response: monitor.expected_response,
    response_time_threshold: monitor.response_time_threshold_seconds,
    packet_loss_threshold: monitor.packet_loss_threshold ?? defaults.networkMonitor.packet_loss_threshold,
    failure_threshold: monitor.failure_threshold,
    created_at: timeOf(monitor.created_at),
    is_up: truthOrNull(monitor.is_up),
    last_check: last_check && networkCheckAnswer(last_check),
    last_check_time: timeOrNull(monitor.last_check_time),
    uptime_24h: uptimeOf(sums),
  };
}

const nameOf = ({ name, target }: MonitorRow): string => name ?? target;

function networkType({ id, kind }: MonitorRow): NetworkMonitorType {
  if (kind === 'URL') throw new Error(`Monitor ${id} is a URL`);
  return kind;
}

/** Figures over the last hours. Throws notFound. */
export async function networkStats(db: Database, id: number, hours: number, now: number): Promise<NetworkStats> {
  const { monitor } = await requireNetworkMonitor(db, id);
  const window = lastHours(hours, now);
  const sums = (await windowSumsByMonitor(db, [id], window)).get(id) ?? noSums;
  const [p50, p95, p99] = await windowPercentiles(db, id, window, [50, 95, 99] as const);
  return {
    monitor_name: nameOf(monitor),
    total_checks: sums.checks,
    successful_checks: sums.checks - sums.failures,
    failed_checks: sums.failures,
    uptime_percentage: uptimeOf(sums),
    avg_response_time: averageSecondsOf(sums),
    p50_response_time: p50,
    p95_response_time: p95,
    p99_response_time: p99,
  };
}

/** Due at once, so that whoever adds a monitor sees it checked. */
export const networkMonitorRow = (
  website_id: number,
  input: NetworkMonitorInput,
  now: number,
): Insertable<MonitorTable> => ({
  website_id,
  kind: input.monitor_type,
  name: input.name,
  target: input.host,
  port: portFor(input.monitor_type, input.port),
  description: input.description,
  expected_response: input.expected_response,
  packet_loss_threshold: input.packet_loss_threshold,
  timeout_seconds: input.timeout,
  check_interval_seconds: input.check_interval,
  response_time_threshold_seconds: input.response_time_threshold,
  failure_threshold: input.failure_threshold,
  enabled: flagOf(input.enabled),
  created_at: now,
  next_due_at: now,
});

/** What is undefined stays. Throws invalid when the changed monitor would lack the port that its type needs. */
export function networkMonitorEdit(row: MonitorRow, change: NetworkMonitorChange): MonitorEdit {
  const monitor_type = change.monitor_type ?? networkType(row);
  const port = portFor(monitor_type, change.port === undefined ? row.port : change.port);
  if (!hasNeededPort({ monitor_type, port })) {
    const message = portRequired;
    throw new RequestError('invalid', message, { errors: [{ field: 'port', message }] });
  }
  return {
    kind: monitor_type,
    name: change.name,
    target: change.host,
    port,
    description: change.description,
    expected_response: change.expected_response,
    packet_loss_threshold: change.packet_loss_threshold,
    timeout_seconds: change.timeout,
    check_interval_seconds: change.check_interval,
    response_time_threshold_seconds: change.response_time_threshold,
    failure_threshold: change.failure_threshold,
    enabled: change.enabled === undefined ? undefined : flagOf(change.enabled),
  };
}

/** A type without ports has none, whatever was sent. */
const portFor = (type: NetworkMonitorType, port: number | null): number | null =>
  networkMonitorKinds[type].port === 'none' ? null : port;
