import { type DashboardStats, mostOpenProblems, type OpenProblem } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/format/host-port';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import type { Database } from '../../storage/database.ts';
import type { AlertRow, MonitorRow } from '../../storage/tables.ts';
import { timeOrNull } from '../../storage/wire-format.ts';
import { recentChecksAnswer } from '../shared/wire-checks.ts';

/** What must be known of a monitor to tell its open problem. */
type Watched = Pick<
  MonitorRow,
  'id' | 'website_id' | 'kind' | 'name' | 'target' | 'port' | 'enabled' | 'recent_checks'
> &
  Pick<MonitorRow, 'response_time_threshold_seconds' | 'outage_alert_id' | 'slow_alert_id' | 'metadata_alert_id'> & {
    /** Of the alert of its worst problem; null also where that was deleted. */
    alert_type: AlertRow['alert_type'] | null;
    cause: string | null;
    problem_since: number | null;
  };

/** The worst first. */
const severities = [
  { count: 'down', alertId: 'outage_alert_id', alert_type: 'DOWN' },
  { count: 'slow', alertId: 'slow_alert_id', alert_type: 'SLOW' },
  { count: 'metadata', alertId: 'metadata_alert_id', alert_type: 'METADATA_MISSING' },
] as const;

interface Found {
  monitor: Watched;
  alertId: number;
  severity: number;
}

/** The confirmed problems of monitors, which were read with the alerts of their worst ones. */
export function openProblems(
  monitors: readonly Watched[],
  websiteNames: ReadonlyMap<number, string>,
): NonNullable<DashboardStats['open_problems']> {
  // Alerts are numbered as time goes by, so the smallest number is the oldest problem.
  const found = monitors
    .flatMap((monitor) => worstOf(monitor) ?? [])
    .sort((a, b) => a.severity - b.severity || a.alertId - b.alertId);
  const countOf = (name: (typeof severities)[number]['count']) =>
    found.filter(({ severity }) => severities[severity]?.count === name).length;
  return {
    down: countOf('down'),
    slow: countOf('slow'),
    metadata: countOf('metadata'),
    worst: found
      .slice(0, mostOpenProblems)
      .map(({ monitor, severity }) => problemAnswer(monitor, severity, websiteNames.get(monitor.website_id) ?? '')),
  };
}

/** Disabled monitors have no problem, whatever was open when they were disabled. */
function worstOf(monitor: Watched): Found | undefined {
  if (monitor.enabled === 0) return undefined;
  const severity = severities.findIndex(({ alertId }) => monitor[alertId] !== null);
  const alertId = severities[severity] && monitor[severities[severity].alertId];
  return typeof alertId === 'number' ? { monitor, alertId, severity } : undefined;
}

function problemAnswer(monitor: Watched, severity: number, website_name: string): OpenProblem {
  const { kind, target } = monitor;
  return {
    monitor_id: monitor.id,
    kind,
    website_id: monitor.website_id,
    website_name,
    name: monitor.name,
    target: kind === 'URL' ? withoutCredentials(target) : formatHostPort(target, monitor.port),
    alert_type: typeOf(monitor) ?? severities[severity]?.alert_type ?? 'DOWN',
    cause: monitor.cause,
    since: timeOrNull(monitor.problem_since),
    response_time_threshold: monitor.response_time_threshold_seconds,
    recent_checks: recentChecksAnswer(monitor),
  };
}

const typeOf = ({ alert_type }: Watched): OpenProblem['alert_type'] | null =>
  alert_type === 'RECOVERED' ? null : alert_type;

/** The newest end of an outage among the alerts that are kept. */
export const lastOutageEnd = (db: Database) =>
  db
    .selectFrom('alerts')
    .select('created_at')
    .where('alert_type', '=', 'RECOVERED')
    .where('problem', '=', 'outage')
    .orderBy('created_at', 'desc')
    .limit(1);
