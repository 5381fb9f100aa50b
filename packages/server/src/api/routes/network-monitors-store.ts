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
import {
  insertWithSecrets,
  listMonitors,
  type MonitorEdit,
  type MonitorWithCheck,
  requireMonitor,
} from '../../checks/monitors/monitor-store.ts';
import { windowPercentiles, windowSumsByMonitor } from '../../checks/record/result-store.ts';
import { coverageIn } from '../../checks/record/rollups/disabled-periods-store.ts';
import { latencyHistory, segmentsOf } from '../../checks/record/rollups/latency-history.ts';
import { averageSecondsOf, noSums, uptimeOf } from '../../checks/record/rollups/sums.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import { monitorSecrets, secretsText } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { truthOrNull } from '../../storage/wire-format.ts';
import { changedNetworkMonitor, storedMonitorOptions } from './changed-network-monitor.ts';
import { changedColumns, sharedColumns, sharedSettings } from './monitor-settings.ts';
import { readSharedAnswers } from './state-reading.ts';
import { networkCheckAnswer } from './wire-checks.ts';

type NetworkStoreDeps = Parameters<typeof readSharedAnswers>[0];

/** The network monitors of a website by id, in a fixed number of statements. */
export async function listNetworkMonitors(
  deps: NetworkStoreDeps,
  selection: { website_id: number; enabled_only: boolean },
  now: number,
): Promise<NetworkMonitor[]> {
  const found = await listMonitors(deps.db, 'network', selection);
  const sharedAnswer = await readSharedAnswers(deps, found, now);
  return found.map((one) => ({ ...networkMonitorAnswer(one), ...sharedAnswer(one.monitor) }));
}

/** @throws RequestError `notFound` when there is no network monitor with this id */
export async function readNetworkMonitor(deps: NetworkStoreDeps, id: number, now: number): Promise<NetworkMonitor> {
  const found = await requireMonitor(deps.db, 'network', id);
  const sharedAnswer = await readSharedAnswers(deps, [found], now);
  return { ...networkMonitorAnswer(found), ...sharedAnswer(found.monitor) };
}

const networkMonitorAnswer = ({ monitor, last_check }: MonitorWithCheck) => ({
  ...shownSettings(monitor),
  is_up: truthOrNull(monitor.is_up),
  last_check: last_check && networkCheckAnswer(last_check),
});

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
  const { monitor } = await requireMonitor(db, 'network', id);
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
