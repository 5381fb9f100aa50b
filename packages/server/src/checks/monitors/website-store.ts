import { RequestError } from '@upvigil/core/contract/errors';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import type { Website, WebsiteChange, WebsiteInput } from '@upvigil/core/contract/websites';
import { websiteStatusFromCounts } from '@upvigil/core/status/website-status';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { WebsiteTable } from '../../storage/tables/monitor-tables.ts';
import { timeOf } from '../../storage/wire-format.ts';

type WebsiteRow = Selectable<WebsiteTable>;

/** By website, the number of monitors that were up and are not checked any more, so their state is unknown. */
export type UnknownByWebsite = ReadonlyMap<number, number>;

/** All websites by id, in two statements. */
export async function listWebsites(db: Database, unknown: UnknownByWebsite = new Map()): Promise<Website[]> {
  const rows = await db.selectFrom('websites').selectAll().orderBy('id').execute();
  const counts = await countMonitors(db);
  const byWebsite = new Map(counts.map((count) => [count.website_id, count]));
  return rows.map((row) => websiteAnswer(row, byWebsite.get(row.id), unknown.get(row.id)));
}

export async function findWebsite(
  db: Database,
  id: number,
  unknown: UnknownByWebsite = new Map(),
): Promise<Website | undefined> {
  const row = await db.selectFrom('websites').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const [counts] = await countMonitors(db, id);
  return websiteAnswer(row, counts, unknown.get(id));
}

export async function hasWebsite(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('websites').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export const unknownWebsite = (id: number): RequestError => new RequestError('notFound', `There is no website ${id}`);

/** @throws RequestError `notFound` */
export async function requireWebsiteExists(db: Database, id: number): Promise<void> {
  if (!(await hasWebsite(db, id))) throw unknownWebsite(id);
}

/**
 * Keeps a website from being deleted before the commit, and other transactions with the same lock waiting. Returns false
 * if there is none.
 */
export async function lockWebsite(trx: DatabaseTransaction, id: number): Promise<boolean> {
  const locked = await trx
    .updateTable('stored_websites')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return locked !== undefined;
}

interface MonitorCounts {
  website_id: number;
  urls: number;
  network_monitors: number;
  heartbeats: number;
  /** Number of enabled monitors with a check; `up` is the number of these that are up. */
  checked: number;
  up: number;
}

function countMonitors(db: Database, websiteId?: number): Promise<MonitorCounts[]> {
  return db
    .selectFrom('monitors')
    .select('website_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', 'URL').as('urls'),
      fn.countAll<number>().filterWhere('kind', '<>', 'URL').as('network_monitors'),
      fn.countAll<number>().filterWhere('kind', '=', heartbeatKind.type).as('heartbeats'),
      fn.countAll<number>().filterWhere('enabled', '=', 1).filterWhere('is_up', 'is not', null).as('checked'),
      fn.countAll<number>().filterWhere('enabled', '=', 1).filterWhere('is_up', '=', 1).as('up'),
    ])
    .$if(websiteId !== undefined, (query) => query.where('website_id', '=', websiteId ?? 0))
    .groupBy('website_id')
    .execute();
}

const websiteAnswer = (row: WebsiteRow, counts: MonitorCounts | undefined, unknown = 0): Website => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_at: timeOf(row.created_at),
  url_count: counts?.urls ?? 0,
  network_monitor_count: counts?.network_monitors ?? 0,
  ...(counts?.heartbeats ? { heartbeat_count: counts.heartbeats } : {}),
  status: websiteStatusFromCounts((counts?.up ?? 0) - unknown, (counts?.checked ?? 0) - unknown),
  ...(unknown > 0 ? { not_checked: unknown } : {}),
  automatic_incidents: row.automatic_incidents,
});

/** Returns the new id. */
export async function insertWebsite(trx: DatabaseTransaction, input: WebsiteInput, now: number): Promise<number> {
  const row = { ...input, created_at: now };
  const { id } = await trx.insertInto('stored_websites').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns false if the website is unknown. Undefined fields stay. */
export async function updateWebsite(
  db: Database,
  id: number,
  { name, description, automatic_incidents }: WebsiteChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_websites')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      ...(description === undefined ? {} : { description }),
      ...(automatic_incidents === undefined ? {} : { automatic_incidents }),
    }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}
