import { defaults } from '@upvigil/core/defaults';
import { verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import { type Selectable, sql } from 'kysely';
import { publicSentence, publicSentenceParts } from '../../../alerts/decide/alert-sentences.ts';
import { listedName } from '../../../base/domain/monitor-name.ts';
import { type Problem, problems } from '../../../base/domain/problems.ts';
import { lastCheckColumn } from '../../../checks/record/last-checks.ts';
import type { Database } from '../../../storage/database.ts';
import type { WebsiteTable } from '../../../storage/tables/monitor-tables.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import type { PublicAlert } from './alert-incidents.ts';

export type WebsiteRow = Selectable<WebsiteTable>;

/** The columns of a monitor for its public state, with the response time of its newest check. */
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
  | 'slow_alert_id'
  | 'last_check_time'
  | 'outage_began_at'
> & { last_response_time_us: number | null };

export async function readWebsites(db: Database): Promise<WebsiteRow[]> {
  return db.selectFrom('websites').selectAll().orderBy('id').execute();
}

/** All enabled monitors, by id. */
export const readMonitors = (db: Database): Promise<PublicMonitorRow[]> =>
  db
    .selectFrom('monitors as m')
    .select(['m.id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.metadata_tag'])
    .select(['m.check_interval_seconds', 'm.created_at', 'm.is_up', 'm.slow_alert_id', 'm.last_check_time'])
    .select(['m.outage_began_at', lastCheckColumn('response_time_us').as('last_response_time_us')])
    .where('m.enabled', '=', 1)
    .orderBy('m.id')
    .execute();

/** The columns that change with a monitor's public state. */
type MonitorState = Pick<MonitorRow, 'id' | 'is_up' | 'slow_alert_id' | 'last_check_time'>;

/** All enabled monitors: 2 ms with 2,000. */
export const readMonitorStates = (db: Database): Promise<MonitorState[]> =>
  db
    .selectFrom('monitors')
    .select(['id', 'is_up', 'slow_alert_id', 'last_check_time'])
    .where('enabled', '=', 1)
    .execute();

/** Alerts since a time, newest first, up to `limit` for each website. Alerts of disabled monitors stay private. */
export async function readRecentAlerts(
  db: Database,
  websiteId: number | 'all',
  { since, now, limit = defaults.recentIncidents.limit }: { since: number; now: number; limit?: number },
): Promise<PublicAlert[]> {
  const ranked = db
    .selectFrom('alerts as a')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .leftJoin('alerts as e', 'e.id', 'a.ends_alert_id')
    .leftJoin('maintenance_runs as r', (join) => join.on('r.id', '=', beganInRun))
    .select('a.id')
    .select(
      sql<number>`row_number() over (partition by a.website_id order by a.created_at desc, a.id desc)`.as('position'),
    )
    .$if(websiteId !== 'all', (query) => query.where('a.website_id', '=', Number(websiteId)))
    .where('a.created_at', '>=', since)
    .where('a.problem', 'in', problems)
    .where('m.enabled', '=', 1)
    .where(isPublished(now));
  const newest = await selectAlerts(db)
    .innerJoin(ranked.as('r'), 'r.id', 'a.id')
    .where('r.position', '<=', limit)
    .execute();
  return newest.map(publicAlert);
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
    .where(isPublished(now))
    .limit(limit)
    .execute();
  return rows.map(publicAlert);
}

/** An outage or a slow period of one service, from its alert. Times in milliseconds since the epoch. */
export interface Period extends Pick<PublicAlert, 'id' | 'website_id' | 'monitor_id' | 'facts'> {
  isOutage: boolean;
  website: string;
  /** The service's name in lists: the URL, or the name of a network monitor. */
  service: string;
  started_at: number;
  /** Null while it lasts. */
  ended_at: number | null;
}

/**
 * Outages and slow periods that began or lasted between two times, newest first. Those of disabled monitors stay
 * private.
 */
export async function readPeriods(
  db: Database,
  { from, to, now, limit }: { from: number; to: number; now: number; limit: number },
): Promise<Period[]> {
  const rows = await selectAlerts(db)
    .leftJoin('maintenance_runs as r', (join) => join.on('r.id', '=', beganInRun))
    .where('a.created_at', '<', to)
    .where((eb) => eb.or([eb('a.ended_at', 'is', null), eb('a.ended_at', '>', from)]))
    .where('a.alert_type', '!=', 'RECOVERED')
    .where('a.problem', 'in', ['outage', 'slow'])
    .where('m.enabled', '=', 1)
    .where(isPublished(now))
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    website_id: row.website_id,
    monitor_id: row.monitor_id,
    facts: publicSentenceParts(row),
    isOutage: row.problem === 'outage',
    website: row.website_name,
    service: listedName(row),
    started_at: row.created_at,
    ended_at: row.ended_at,
  }));
}

/** The run in which the problem of an alert began. */
const beganInRun = sql<number>`coalesce(a.maintenance_run_id, e.maintenance_run_id)`;

/**
 * Whether a problem is published. It is not during the maintenance in which it began, nor when it ended shortly
 * after. When the run was deleted its end is unknown: then a problem that lasts is published.
 */
const isPublished = (now: number) => sql<boolean>`(
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
    // Alerts about certificates and domains are private.
    .$narrowType<{ problem: Problem; alert_type: PublicAlert['alert_type'] }>()
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc');

type SelectedAlert = Awaited<ReturnType<ReturnType<typeof selectAlerts>['executeTakeFirstOrThrow']>>;

/** Leaves out the stored cause, which may be private. */
const publicAlert = (row: SelectedAlert): PublicAlert => ({
  id: row.id,
  website_id: row.website_id,
  monitor_id: row.monitor_id,
  alert_type: row.alert_type,
  sentence: publicSentence(row),
  facts: publicSentenceParts(row),
  created_at: row.created_at,
  ended_at: row.ended_at,
});

/** Id of the newest alert; 0 without any. */
export async function readNewestAlertId(db: Database): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
