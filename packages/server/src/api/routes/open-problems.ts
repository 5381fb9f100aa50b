import { type DashboardStats, mostOpenProblems, type OpenProblem } from '@upvigil/core/contract/dashboard';
import type { PublicAlertType } from '@upvigil/core/contract/names/alerts';
import { sql } from 'kysely';
import type { Maintained } from '../../alerts/maintenance/shown-maintenance.ts';
import { monitorAddress } from '../../base/domain/monitor-name.ts';
import type { Database } from '../../storage/database.ts';
import { timeOrNull } from '../../storage/wire-format.ts';
import { recentChecksAnswer } from './wire-checks.ts';

/** The worst first. */
const severities = [
  { count: 'down', alertId: 'outage_alert_id', alert_type: 'DOWN' },
  { count: 'slow', alertId: 'slow_alert_id', alert_type: 'SLOW' },
  { count: 'metadata', alertId: 'metadata_alert_id', alert_type: 'METADATA_MISSING' },
] as const;

/** Monitors with a problem, each with the alert of its worst one; nulls when that alert was deleted. */
function readWatched(db: Database) {
  const worstAlert = sql<number>`coalesce(m.outage_alert_id, m.slow_alert_id, m.metadata_alert_id)`;
  return db
    .selectFrom('monitors as m')
    .leftJoin('alerts as a', (join) => join.on('a.id', '=', worstAlert))
    .select(['m.id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.recent_checks'])
    .select([
      'm.is_up',
      'm.outage_began_at',
      'm.response_time_threshold_seconds',
      'm.outage_alert_id',
      'm.slow_alert_id',
      'm.metadata_alert_id',
    ])
    .select(['a.alert_type', 'a.cause', 'a.created_at as problem_since', 'a.acknowledged_at', 'a.acknowledged_by'])
    .select(['a.id as kept_alert_id', worstAlert.as('alert_id')])
    .where('m.enabled', '=', 1)
    .where(worstAlert, 'is not', null)
    .$narrowType<{ alert_type: PublicAlertType | null }>()
    .execute();
}

type Watched = Awaited<ReturnType<typeof readWatched>>[number];

/** The confirmed problems of monitors, in one statement. Leaves out disabled monitors and outages under maintenance. */
export async function openProblems(
  db: Database,
  websiteNames: ReadonlyMap<number, string>,
  maintained: Maintained,
): Promise<NonNullable<DashboardStats['open_problems']>> {
  // Alert ids ascend with time, so the smallest id is the oldest problem.
  const watched = await readWatched(db);
  const isMaintained = (monitor: Watched): boolean =>
    monitor.outage_alert_id !== null && maintained(monitor).maintenance !== undefined;
  const found = watched
    .filter((monitor) => !isMaintained(monitor))
    .map((monitor) => ({ monitor, severity: severityOf(monitor) }))
    .sort((a, b) => a.severity - b.severity || a.monitor.alert_id - b.monitor.alert_id);
  const countOf = (name: (typeof severities)[number]['count']) =>
    found.filter(({ severity }) => severities[severity]?.count === name).length;
  return {
    down: countOf('down'),
    slow: countOf('slow'),
    metadata: countOf('metadata'),
    in_maintenance: watched.length - found.length,
    worst: found
      .slice(0, mostOpenProblems)
      .map(({ monitor, severity }) => problemAnswer(monitor, severity, websiteNames.get(monitor.website_id) ?? '')),
  };
}

const severityOf = (monitor: Watched): number => severities.findIndex(({ alertId }) => monitor[alertId] !== null);

function problemAnswer(monitor: Watched, severity: number, website_name: string): OpenProblem {
  return {
    monitor_id: monitor.id,
    kind: monitor.kind,
    website_id: monitor.website_id,
    website_name,
    name: monitor.name,
    target: monitorAddress(monitor),
    alert_type: typeOf(monitor) ?? severities[severity]?.alert_type ?? 'DOWN',
    cause: monitor.cause,
    since: timeOrNull(monitor.problem_since),
    alert_id: monitor.kept_alert_id,
    acknowledged_at: timeOrNull(monitor.acknowledged_at),
    acknowledged_by: monitor.acknowledged_by,
    response_time_threshold: monitor.response_time_threshold_seconds,
    recent_checks: recentChecksAnswer(monitor),
  };
}

const typeOf = ({ alert_type }: Watched): OpenProblem['alert_type'] | null =>
  alert_type === 'RECOVERED' ? null : alert_type;

/** The end of the newest outage among the kept alerts. */
export const lastOutageEnd = (db: Database) =>
  db
    .selectFrom('alerts')
    .select('created_at')
    .where('alert_type', '=', 'RECOVERED')
    .where('problem', '=', 'outage')
    .orderBy('created_at', 'desc')
    .limit(1);
