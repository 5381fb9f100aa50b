import { defaults } from '@upvigil/core/defaults';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { rowChunks } from '../results/row-chunks.ts';
import type { Database } from '../storage/database.ts';
import type { AlertRow, MonitorRow, WebsiteTable } from '../storage/tables.ts';
import type { IncidentAlert } from './incidents.ts';

export type WebsiteRow = Selectable<WebsiteTable>;

/** What of a monitor decides on its public figures, with the response time of its newest check. */
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
> & { last_response_time_us: number | null };

export type RecentAlertRow = Pick<AlertRow, 'website_id' | 'alert_type' | 'message' | 'created_at'>;

export async function readWebsites(db: Database): Promise<WebsiteRow[]> {
  return db.selectFrom('websites').selectAll().orderBy('id').execute();
}

/** The enabled monitors of some websites, or of all, by id. */
export async function readMonitors(db: Database, websiteIds: readonly number[] | 'all'): Promise<PublicMonitorRow[]> {
  const query = db
    .selectFrom('monitors as m')
    .leftJoin('checks as c', 'c.id', 'm.last_check_id')
    .select([
      ...(['m.id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.metadata_tag'] as const),
      ...(['m.check_interval_seconds', 'm.created_at', 'm.is_up', 'm.slow_alert_id', 'm.last_check_time'] as const),
      'c.response_time_us as last_response_time_us',
    ])
    .where('m.enabled', '=', 1)
    .orderBy('m.id');
  if (websiteIds === 'all') return query.execute();
  const rows: PublicMonitorRow[] = [];
  for (const chunk of rowChunks(websiteIds)) rows.push(...(await query.where('m.website_id', 'in', chunk).execute()));
  return rows;
}

/** Newest first, and of each website not more than are shown. Alerts of disabled monitors stay private. */
export async function readRecentAlerts(
  db: Database,
  websiteIds: readonly number[],
  since: number,
): Promise<RecentAlertRow[]> {
  const rows: RecentAlertRow[] = [];
  for (const chunk of rowChunks(websiteIds)) {
    const ranked = db
      .selectFrom('alerts as a')
      .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
      .select(['a.id', 'a.website_id', 'a.alert_type', 'a.message', 'a.created_at'])
      .select(
        sql<number>`row_number() over (partition by a.website_id order by a.created_at desc, a.id desc)`.as('place'),
      )
      .where('a.website_id', 'in', chunk)
      .where('a.created_at', '>=', since)
      .where('m.enabled', '=', 1);
    const newest = await db
      .selectFrom(ranked.as('r'))
      .select(['website_id', 'alert_type', 'message', 'created_at'])
      .where('place', '<=', defaults.recentIncidents.limit)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    rows.push(...newest);
  }
  return rows;
}

/** The problems that began since then, newest first. */
export async function readIncidentAlerts(db: Database, since: number, limit: number): Promise<IncidentAlert[]> {
  return db
    .selectFrom('alerts as a')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .select(['a.id', 'a.website_id', 'a.monitor_id', 'a.alert_type', 'a.message', 'a.created_at', 'a.ended_at'])
    .where('a.created_at', '>=', since)
    .where('a.alert_type', '!=', 'RECOVERED')
    .where('m.enabled', '=', 1)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
}

/** Grows with each alert, also with each RECOVERED, so that nothing is read again while it stays. */
export async function readNewestAlertId(db: Database): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
