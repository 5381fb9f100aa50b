import { maskOptions, takeOptionSecrets } from '@upvigil/core/contract/monitor-kinds/option-secrets';
import { type NetworkMonitorType, networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { readNetworkOptions, storedNetworkText } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import type {
  NetworkMonitor,
  NetworkMonitorChange,
  NetworkMonitorInput,
  NetworkStats,
} from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import type { GoingOn } from '../../alerts/maintenance/shown-maintenance.ts';
import { decodeLastFault } from '../../base/domain/last-fault.ts';
import {
  idsOf,
  insertWithSecrets,
  listMonitors,
  type MonitorEdit,
  type MonitorWithCheck,
} from '../../checks/monitors/monitor-store.ts';
import { requireNetworkMonitor } from '../../checks/monitors/require-monitor.ts';
import { readLastDay, windowPercentiles, windowSumsByMonitor } from '../../checks/record/result-store.ts';
import { coverageIn } from '../../checks/record/rollups/disabled-periods-store.ts';
import { latencyHistory, segmentsOf } from '../../checks/record/rollups/latency-history.ts';
import { averageSecondsOf, noSums, uptimeOf } from '../../checks/record/rollups/sums.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import { missingSecrets, monitorSecrets, secretsText } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf, timeOrNull, truthOrNull } from '../../storage/wire-format.ts';
import { changedNetworkMonitor, storedMonitorOptions } from './changed-network-monitor.ts';
import { changedColumns, sharedColumns, sharedSettings } from './monitor-settings.ts';
import { stateReading } from './state-reading.ts';
import { networkCheckAnswer, recentChecksAnswer } from './wire-checks.ts';

/** The network monitors of a website by id, in a fixed number of statements. */
export async function listNetworkMonitors(
  { db, secrets, current }: NetworkStoreDeps,
  selection: { website_id: number; enabled_only: boolean },
  now: number,
): Promise<NetworkMonitor[]> {
  const found = await listMonitors(db, 'network', selection);
  const lastDay = await readLastDay(db, idsOf(found), now);
  const reading = {
    missing: await missingSecrets(
      found.map(({ monitor }) => monitor),
      secrets,
    ),
    counts: await countsMaintenance(db),
    lastDay,
    ...stateReading(current, now),
  };
  return found.map((one) => networkMonitorAnswer(one, reading));
}

/** @throws RequestError `notFound` when there is no network monitor with this id */
export async function readNetworkMonitor(
  { db, secrets, current }: NetworkStoreDeps,
  id: number,
  now: number,
): Promise<NetworkMonitor> {
  const found = await requireNetworkMonitor(db, id);
  const lastDay = await readLastDay(db, [id], now);
  const reading = {
    missing: await missingSecrets([found.monitor], secrets),
    counts: await countsMaintenance(db),
    lastDay,
    ...stateReading(current, now),
  };
  return networkMonitorAnswer(found, reading);
}

interface NetworkStoreDeps {
  db: Database;
  secrets: Pick<Secrets, 'opener'>;
  /** The runs in progress; none when absent. */
  current?: GoingOn;
}

interface NetworkReading extends ReturnType<typeof stateReading> {
  /** Ids of monitors with secrets that cannot be opened. */
  missing: ReadonlySet<number>;
  counts: boolean;
  lastDay: Awaited<ReturnType<typeof readLastDay>>;
}

function networkMonitorAnswer(
  { monitor, last_check }: MonitorWithCheck,
  { missing, counts, lastDay, maintained, notChecked }: NetworkReading,
): NetworkMonitor {
  return {
    id: monitor.id,
    website_id: monitor.website_id,
    ...shownSettings(monitor),
    created_at: timeOf(monitor.created_at),
    is_up: truthOrNull(monitor.is_up),
    last_check: last_check && networkCheckAnswer(last_check),
    last_check_time: timeOrNull(monitor.last_check_time),
    ...lastDay(monitor, counts),
    recent_checks: recentChecksAnswer(monitor),
    last_fault: decodeLastFault(monitor.last_fault),
    ...notChecked(monitor),
    ...maintained(monitor),
    ...(missing.has(monitor.id) ? { secrets_missing: true } : {}),
  };
}

function shownSettings(row: MonitorRow) {
  const settings = networkSettings(row);
  const { options, monitor_type } = settings;
  return { ...settings, options: options && maskOptions(networkMonitorKinds[monitor_type].options, options) };
}

const nameOf = ({ name, target }: MonitorRow): string => name ?? target;

function networkType({ id, kind }: MonitorRow): NetworkMonitorType {
  if (kind === 'URL' || kind === 'HEARTBEAT') throw new Error(`Monitor ${id} is a ${kind}`);
  return kind;
}

/** Figures over a window. @throws RequestError `notFound` when there is no network monitor with this id */
export async function networkStats(db: Database, id: number, window: TimeWindow, now: number): Promise<NetworkStats> {
  const { monitor } = await requireNetworkMonitor(db, id);
  const segments = segmentsOf(window, now);
  const sums = (await windowSumsByMonitor(db, [id], segments)).get(id) ?? noSums;
  const coverage = await coverageIn(db, segments, { now, monitorIds: [id] });
  const [p50, p95, p99] = await windowPercentiles(db, id, segments, [50, 95, 99] as const);
  const history = await latencyHistory(db, id, window, now);
  return {
    monitor_name: nameOf(monitor),
    total_checks: sums.checks,
    successful_checks: sums.checks - sums.failures,
    failed_checks: sums.failures,
    uptime_percentage: uptimeOf(sums, await countsMaintenance(db)),
    coverage: coverage([monitor], sums),
    avg_response_time: averageSecondsOf(sums),
    p50_response_time: p50,
    p95_response_time: p95,
    p99_response_time: p99,
    history,
    slow_checks: history.reduce((sum, { slow = 0 }) => sum + slow, 0),
  };
}

/** Secrets stay sealed. */
export const networkSettings = (row: MonitorRow): NetworkMonitorInput => ({
  name: nameOf(row),
  monitor_type: networkType(row),
  host: row.target,
  port: row.port,
  description: row.description,
  expected_response: row.expected_response,
  packet_loss_threshold: row.packet_loss_threshold ?? defaults.networkMonitor.packet_loss_threshold,
  ...sharedSettings(row),
  ...readNetworkOptions(row.options),
  options: storedMonitorOptions(networkType(row), row),
});

function networkColumns(settings: NetworkMonitorInput) {
  const { name, monitor_type, host, port, description, expected_response, packet_loss_threshold, ...rest } = settings;
  const { ip_family, cert_alerts, options, ...shared } = rest;
  const taken = takeOptionSecrets(networkMonitorKinds[monitor_type].options, options);
  const columns = {
    kind: monitor_type,
    target: host,
    port: portFor(monitor_type, port),
    name,
    description,
    expected_response,
    packet_loss_threshold,
    options: storedNetworkText({ ip_family, cert_alerts, options: taken.options }),
    ...sharedColumns(shared),
  };
  return { columns, named: taken.secrets };
}

/** Due at once, so that the person who adds it sees its first result. Returns the id. */
export function insertNetworkMonitor(
  trx: DatabaseTransaction,
  secrets: Pick<Secrets, 'seal'>,
  { website_id, ...input }: NetworkMonitorInput & { website_id: number },
  now: number,
): Promise<number> {
  const { columns, named } = networkColumns(input);
  return insertWithSecrets(trx, secrets, { website_id, ...columns, created_at: now, next_due_at: now }, named);
}

/**
 * An undefined field keeps its value. `secrets`: seals new secrets; kept ones stay sealed. `check`: refuses more changes.
 * @throws RequestError `invalid` when the changed monitor is not valid
 */
export async function networkMonitorEdit(
  row: MonitorRow,
  change: NetworkMonitorChange,
  trx: Database,
  secrets: Pick<Secrets, 'seal' | 'opener'>,
  check: (before: NetworkMonitorInput, after: NetworkMonitorInput) => void = () => undefined,
): Promise<MonitorEdit> {
  const before = networkSettings(row);
  const after = await changedNetworkMonitor(before, change, row, () => secrets.opener(trx));
  check(before, after);
  const { columns, named } = networkColumns(after);
  const sealed = secretsText(await secrets.seal(trx, named, monitorSecrets(row.id, named)));
  return changedColumns({ ...networkColumns(before).columns, secrets: row.secrets }, { ...columns, secrets: sealed });
}

/** Drops the port of types without one. */
const portFor = (type: NetworkMonitorType, port: number | null): number | null =>
  networkMonitorKinds[type].port === 'none' ? null : port;
