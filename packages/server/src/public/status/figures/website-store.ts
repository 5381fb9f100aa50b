import { defaults } from '@upvigil/core/defaults';
import { verifyingMs } from '@upvigil/core/maintenance/runs';
import { type Selectable, sql } from 'kysely';
import { publicSentence, saidOfAlert } from '../../../alerts/decide/alert-sentences.ts';
import { type Problem, problems } from '../../../base/domain/problems.ts';
import { lastCheckColumn } from '../../../checks/record/last-checks.ts';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { MonitorRow, WebsiteTable } from '../../../storage/tables.ts';
import type { PublicAlert } from './incidents.ts';

export type WebsiteRow = Selectable<WebsiteTable>;

/** The columns of a monitor that its public figures need, with the response time of its newest check. */
export type PublicMonitorRow = Pick<
  MonitorRow,
  | 'id'
  | 'website_id'
  | 'kind'
  | 'name'
  | 'target'
  | 'port'
  | 'metadata_tag'
  | 'check_interval_seconds'
  | 'created_at'
  | 'is_up'
  | 'revision'
  | 'last_check_id'
  | 'outage_alert_id'
  | 'slow_alert_id'
  | 'last_check_time'
  | 'outage_began_at'
> & {
  last_response_time_us: number | null;
  /** No check was made lately: what was seen last is no recent data. */
  is_unobserved?: boolean;
};

export async function readWebsites(db: Database): Promise<WebsiteRow[]> {
  return db.selectFrom('websites').selectAll().orderBy('id').execute();
}

/** The enabled monitors of some websites, or of all, by id. */
export async function readMonitors(db: Database, websiteIds: readonly number[] | 'all'): Promise<PublicMonitorRow[]> {
  const query = db
    .selectFrom('monitors as m')
    .select([
      ...(['m.id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.metadata_tag'] as const),
      ...(['m.check_interval_seconds', 'm.created_at', 'm.is_up', 'm.last_check_time'] as const),
      ...(['m.revision', 'm.last_check_id', 'm.outage_alert_id', 'm.slow_alert_id', 'm.outage_began_at'] as const),
    ])
    .select(lastCheckColumn('response_time_us').as('last_response_time_us'))
    .where('m.enabled', '=', 1)
    .orderBy('m.id');
  if (websiteIds === 'all') return query.execute();
  const rows: PublicMonitorRow[] = [];
  for (const chunk of rowChunks(websiteIds)) rows.push(...(await query.where('m.website_id', 'in', chunk).execute()));
  return rows;
}

/** Alerts since a time, newest first, and of each website `limit` at most. Those of disabled monitors stay private. */
export async function readRecentAlerts(
  db: Database,
  websiteIds: readonly number[],
  { since, now, limit = defaults.recentIncidents.limit }: { since: number; now: number; limit?: number },
): Promise<PublicAlert[]> {
  const alerts: PublicAlert[] = [];
  for (const chunk of rowChunks(websiteIds)) {
    const ranked = db
      .selectFrom('alerts as a')
      .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
      .leftJoin('alerts as e', 'e.id', 'a.ends_alert_id')
      .leftJoin('maintenance_runs as r', (join) => join.on('r.id', '=', beganInRun))
      .select('a.id')
      .select(
        sql<number>`row_number() over (partition by a.website_id order by a.created_at desc, a.id desc)`.as('place'),
      )
      .where('a.website_id', 'in', chunk)
      .where('a.created_at', '>=', since)
      .where('a.problem', 'in', problems)
      .where('m.enabled', '=', 1)
      .where(isTold(now));
    const newest = await selectAlerts(db)
      .innerJoin(ranked.as('r'), 'r.id', 'a.id')
      .where('r.place', '<=', limit)
      .execute();
    alerts.push(...newest.map(publicAlert));
  }
  return alerts;
}

/** Alerts of problems that began since a time, newest first. */
export async function readProblems(
  db: Database,
  { since, now, limit }: { since: number; now: number; limit: number },
): Promise<PublicAlert[]> {
  const rows = await selectAlerts(db)
    .leftJoin('maintenance_runs as r', (join) => join.on('r.id', '=', beganInRun))
    .where('a.created_at', '>=', since)
    .where('a.alert_type', '!=', 'RECOVERED')
    .where('m.enabled', '=', 1)
    .where(isTold(now))
    .limit(limit)
    .execute();
  return rows.map(publicAlert);
}

/** The run in which the problem of an alert began. */
const beganInRun = sql<number>`coalesce(a.maintenance_run_id, e.maintenance_run_id)`;

/**
 * Whether the public is told of a problem: not while the maintenance in which it began goes on, and not of what was over a while
 * after. Of a run that was deleted nobody knows when it ended: then what lasts is told.
 */
const isTold = (now: number) => sql<boolean>`(
  ${beganInRun} is null
  or (r.ends_at <= ${now - verifyingMs} and ${endOfAlert} >= r.ends_at + ${verifyingMs})
  or (r.ends_at <= ${now - verifyingMs} and ${endOfAlert} is null)
  or (r.id is null and ${endOfAlert} is null)
)`;
const endOfAlert = sql<number | null>`case when a.alert_type = 'RECOVERED' then a.created_at else a.ended_at end`;

const selectAlerts = (db: Database) =>
  db
    .selectFrom('alerts as a')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .innerJoin('websites as w', 'w.id', 'a.website_id')
    .leftJoin('alerts as e', 'e.id', 'a.ends_alert_id')
    .select(['a.id', 'a.website_id', 'a.monitor_id', 'a.alert_type', 'a.problem', 'a.cause', 'a.created_at'])
    .select(['a.ended_at', 'a.public_message', 'm.kind', 'm.name', 'm.target', 'm.port'])
    .select(['w.name as website_name', 'e.created_at as problem_since'])
    // Of certificates and domains the public is told nothing.
    .$narrowType<{ problem: Problem; alert_type: PublicAlert['alert_type'] }>()
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc');

type SelectedAlert = Awaited<ReturnType<ReturnType<typeof selectAlerts>['executeTakeFirstOrThrow']>>;

/** Leaves out the stored cause, which may hold what is private. */
const publicAlert = (row: SelectedAlert): PublicAlert => ({
  id: row.id,
  website_id: row.website_id,
  monitor_id: row.monitor_id,
  alert_type: row.alert_type,
  sentence: publicSentence(row),
  said: saidOfAlert(row),
  created_at: row.created_at,
  ended_at: row.ended_at,
});

/** While this stays the same there is no new alert, and alerts need not be read. 0 without any. */
export async function readNewestAlertId(db: Database): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
