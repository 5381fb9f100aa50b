import type { Website, WebsiteInput } from '@upvigil/core/contract/websites';
import { websiteStatusFromCounts } from '@upvigil/core/status/website-status';
import type { Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { WebsiteTable } from '../storage/tables.ts';
import { timeOf } from '../storage/wire-format.ts';

type WebsiteRow = Selectable<WebsiteTable>;

/** All websites by id, in two statements. */
export async function listWebsites(db: Database): Promise<Website[]> {
  const rows = await db.selectFrom('websites').selectAll().orderBy('id').execute();
  const counts = await countMonitors(db);
  const byWebsite = new Map(counts.map((count) => [count.website_id, count]));
  return rows.map((row) => websiteAnswer(row, byWebsite.get(row.id)));
}

export async function findWebsite(db: Database, id: number): Promise<Website | undefined> {
  const row = await db.selectFrom('websites').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const [counts] = await countMonitors(db, id);
  return websiteAnswer(row, counts);
}

export async function hasWebsite(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('websites').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

interface MonitorCounts {
  website_id: number;
  urls: number;
  network_monitors: number;
  /** Monitors that are enabled and were checked, and those of them that are up. */
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
      fn.countAll<number>().filterWhere('enabled', '=', 1).filterWhere('is_up', 'is not', null).as('checked'),
      fn.countAll<number>().filterWhere('enabled', '=', 1).filterWhere('is_up', '=', 1).as('up'),
    ])
    .$if(websiteId !== undefined, (query) => query.where('website_id', '=', websiteId ?? 0))
    .groupBy('website_id')
    .execute();
}

const websiteAnswer = (row: WebsiteRow, counts: MonitorCounts | undefined): Website => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_at: timeOf(row.created_at),
  url_count: counts?.urls ?? 0,
  network_monitor_count: counts?.network_monitors ?? 0,
  status: websiteStatusFromCounts(counts?.up ?? 0, counts?.checked ?? 0),
});

/** Returns the new id. */
export async function insertWebsite(db: Database, input: WebsiteInput, now: number): Promise<number> {
  const row = { ...input, created_at: now };
  const { id } = await db.insertInto('websites').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** False when unknown. What is undefined stays. */
export async function updateWebsite(
  db: Database,
  id: number,
  { name, description }: { name?: string | undefined; description?: string | null | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('websites')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      ...(description === undefined ? {} : { description }),
    }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

export async function monitorIdsOf(db: Database, websiteId: number): Promise<number[]> {
  const rows = await db.selectFrom('monitors').select('id').where('website_id', '=', websiteId).execute();
  return rows.map(({ id }) => id);
}

/** Its monitors are deleted before, in small steps. Returns those that were added meanwhile and went with it. */
export async function deleteWebsite(db: Database, id: number): Promise<{ ids: number[]; screenshots: string[] }> {
  return db.transaction().execute(async (trx) => {
    const ids = await monitorIdsOf(trx, id);
    const rows = await trx
      .selectFrom('checks')
      .select('screenshot')
      .where('screenshot', 'is not', null)
      .where('monitor_id', 'in', (eb) => eb.selectFrom('monitors').select('id').where('website_id', '=', id))
      .execute();
    await trx.deleteFrom('websites').where('id', '=', id).execute();
    return { ids, screenshots: rows.flatMap(({ screenshot }) => screenshot ?? []) };
  });
}
