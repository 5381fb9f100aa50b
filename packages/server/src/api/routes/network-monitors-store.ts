import { readNetworkOptions, storedText } from '@upvigil/core/contract/check-options/stored-options';
import { RequestError } from '@upvigil/core/contract/errors';
import { type NetworkMonitorType, networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import {
  hasNeededPort,
  type NetworkMonitor,
  type NetworkMonitorChange,
  type NetworkMonitorInput,
  type NetworkStats,
  portRequired,
} from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import type { Insertable } from 'kysely';
import type { GoingOn } from '../../alerts/maintenance/shown-maintenance.ts';
import { decodeLastFault } from '../../base/domain/last-fault.ts';
import { idsOf, listMonitors, type MonitorEdit, type MonitorWithCheck } from '../../checks/monitors/monitor-store.ts';
import { requireNetworkMonitor } from '../../checks/monitors/require-monitor.ts';
import { windowPercentiles, windowSumsByMonitor } from '../../checks/record/result-store.ts';
import { latencyHistory, segmentsOf } from '../../checks/record/rollups/latency-history.ts';
import { averageSecondsOf, noSums, type Sums, uptimeOf } from '../../checks/record/rollups/sums.ts';
import { lastHours } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import type { MonitorTable } from '../../storage/tables/monitor-tables.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf, timeOrNull, truthOrNull } from '../../storage/wire-format.ts';
import { changedColumns, sharedColumns, sharedSettings, withChange } from './monitor-settings.ts';
import { stateReading } from './state-reading.ts';
import { networkCheckAnswer, recentChecksAnswer } from './wire-checks.ts';

/** The network monitors of a website by id, in four statements. */
export async function listNetworkMonitors(
  db: Database,
  selection: { website_id: number; enabled_only: boolean },
  now: number,
  current?: GoingOn,
): Promise<NetworkMonitor[]> {
  const found = await listMonitors(db, 'network', selection);
  const sums = await windowSumsByMonitor(db, idsOf(found), lastHours(24, now));
  const counts = await countsMaintenance(db);
  const reading = { counts, ...stateReading(current, now) };
  return found.map((one) => networkMonitorAnswer(one, reading, sums.get(one.monitor.id)));
}

/** @throws RequestError `notFound` when there is no network monitor with this id */
export async function readNetworkMonitor(
  db: Database,
  id: number,
  now: number,
  current?: GoingOn,
): Promise<NetworkMonitor> {
  const found = await requireNetworkMonitor(db, id);
  const sums = await windowSumsByMonitor(db, [id], lastHours(24, now));
  const reading = { counts: await countsMaintenance(db), ...stateReading(current, now) };
  return networkMonitorAnswer(found, reading, sums.get(id));
}

function networkMonitorAnswer(
  { monitor, last_check }: MonitorWithCheck,
  { counts, maintained, notChecked }: ReturnType<typeof stateReading> & { counts: boolean },
  sums: Sums = noSums,
): NetworkMonitor {
  return {
    id: monitor.id,
    website_id: monitor.website_id,
    ...networkSettings(monitor),
    created_at: timeOf(monitor.created_at),
    is_up: truthOrNull(monitor.is_up),
    last_check: last_check && networkCheckAnswer(last_check),
    last_check_time: timeOrNull(monitor.last_check_time),
    uptime_24h: uptimeOf(sums, counts),
    recent_checks: recentChecksAnswer(monitor),
    last_fault: decodeLastFault(monitor.last_fault),
    ...notChecked(monitor),
    ...maintained(monitor),
  };
}

const nameOf = ({ name, target }: MonitorRow): string => name ?? target;

function networkType({ id, kind }: MonitorRow): NetworkMonitorType {
  if (kind === 'URL') throw new Error(`Monitor ${id} is a URL`);
  return kind;
}

/** Figures over a window. @throws RequestError `notFound` when there is no network monitor with this id */
export async function networkStats(db: Database, id: number, window: TimeWindow, now: number): Promise<NetworkStats> {
  const { monitor } = await requireNetworkMonitor(db, id);
  const segments = segmentsOf(window, now);
  const sums = (await windowSumsByMonitor(db, [id], segments)).get(id) ?? noSums;
  const [p50, p95, p99] = await windowPercentiles(db, id, segments, [50, 95, 99] as const);
  const history = await latencyHistory(db, id, window, now);
  return {
    monitor_name: nameOf(monitor),
    total_checks: sums.checks,
    successful_checks: sums.checks - sums.failures,
    failed_checks: sums.failures,
    uptime_percentage: uptimeOf(sums, await countsMaintenance(db)),
    avg_response_time: averageSecondsOf(sums),
    p50_response_time: p50,
    p95_response_time: p95,
    p99_response_time: p99,
    history,
    slow_checks: history.reduce((sum, { slow = 0 }) => sum + slow, 0),
  };
}

const networkSettings = (row: MonitorRow): NetworkMonitorInput => ({
  name: nameOf(row),
  monitor_type: networkType(row),
  host: row.target,
  port: row.port,
  description: row.description,
  expected_response: row.expected_response,
  packet_loss_threshold: row.packet_loss_threshold ?? defaults.networkMonitor.packet_loss_threshold,
  ...sharedSettings(row),
  ...readNetworkOptions(row.options),
});

function networkColumns(settings: NetworkMonitorInput) {
  const { name, monitor_type, host, port, description, expected_response, packet_loss_threshold, ...rest } = settings;
  const { ip_family, cert_alerts, ...shared } = rest;
  return {
    kind: monitor_type,
    target: host,
    port: portFor(monitor_type, port),
    name,
    description,
    expected_response,
    packet_loss_threshold,
    options: storedText({ ip_family, cert_alerts }),
    ...sharedColumns(shared),
  };
}

/** Due at once, so that the person who adds it sees its first result. */
export const networkMonitorRow = (
  website_id: number,
  input: NetworkMonitorInput,
  now: number,
): Insertable<MonitorTable> => ({
  website_id,
  ...networkColumns(input),
  created_at: now,
  next_due_at: now,
});

/**
 * An undefined field keeps its value. @throws RequestError `invalid` when the changed monitor lacks a port that its
 * type needs
 */
export function networkMonitorEdit(row: MonitorRow, change: NetworkMonitorChange): MonitorEdit {
  const settings = networkSettings(row);
  const changed = withChange(settings, change);
  if (!hasNeededPort(changed)) {
    const message = portRequired;
    throw new RequestError('invalid', message, { errors: [{ field: 'port', message }] });
  }
  return changedColumns(networkColumns(settings), networkColumns(changed));
}

/** Drops the port of types without one. */
const portFor = (type: NetworkMonitorType, port: number | null): number | null =>
  networkMonitorKinds[type].port === 'none' ? null : port;
