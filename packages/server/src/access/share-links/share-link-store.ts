import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { ShareLinkRow } from '../../storage/tables/access-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import type { LinkContent } from './link-text.ts';

/** A link with its website's name; null after the website was deleted. */
export type NamedShareLink = ShareLinkRow & { website_name: string | null };

const selectNamed = (db: Database) =>
  db
    .selectFrom('share_links as l')
    .leftJoin('websites as w', (join) =>
      join.onRef('w.id', '=', 'l.website_id').onRef('w.created_at', '=', 'l.website_created_at'),
    )
    .selectAll('l')
    .select('w.name as website_name');

/** Newest first. `before`: the id of the last link on the previous page. */
export const listShareLinks = (
  db: Database,
  { before, website_id, limit }: { before?: number | undefined; website_id?: number | undefined; limit: number },
): Promise<NamedShareLink[]> =>
  selectNamed(db)
    .$if(before !== undefined, (query) => query.where('l.id', '<', before ?? 0))
    .$if(website_id !== undefined, (query) => query.where('l.website_id', '=', website_id ?? 0))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();

export async function findShareLink(db: Database, id: number): Promise<NamedShareLink | null> {
  return (await selectNamed(db).where('l.id', '=', id).executeTakeFirst()) ?? null;
}

/** The view fields of a valid link, by primary key. Null when no link has this id and end. */
export async function findSharedWebsite(
  db: Database,
  { id, expires_at }: LinkContent,
): Promise<Pick<ShareLinkRow, 'id' | 'website_id' | 'website_created_at' | 'expires_at'> | null> {
  const row = await db
    .selectFrom('share_links')
    .select(['id', 'website_id', 'website_created_at', 'expires_at'])
    .where('id', '=', id)
    .where('expires_at', '=', expires_at)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Milliseconds since the epoch; null when there is no such website. */
export async function websiteCreatedAt(db: Database, id: number): Promise<number | null> {
  const row = await db.selectFrom('websites').select('created_at').where('id', '=', id).executeTakeFirst();
  return row?.created_at ?? null;
}

/** `now` in milliseconds since the epoch. */
export async function countLiveShareLinks(db: Database, now: number): Promise<number> {
  const { live } = await db
    .selectFrom('share_links')
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .select(({ fn }) => fn.countAll<number | string>().as('live'))
    .executeTakeFirstOrThrow();
  return Number(live);
}

/** Returns the id. */
export async function insertShareLink(
  trx: DatabaseTransaction,
  row: Insertable<Tables['share_links']>,
): Promise<number> {
  const { id } = await trx.insertInto('share_links').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Deletes links that expired or were revoked before this time. */
export async function deleteEndedShareLinks(db: Database, before: number): Promise<void> {
  await db
    .deleteFrom('share_links')
    .where((where) => where.or([where('expires_at', '<=', before), where('revoked_at', '<=', before)]))
    .execute();
}

/** False when there is none, or it was already revoked. */
export async function revokeShareLink(trx: DatabaseTransaction, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('share_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Adds views and records the time of the last one. */
export async function noteViews(
  db: Database,
  { id, views, last_used_at }: { id: number; views: number; last_used_at: number },
): Promise<void> {
  await db
    .updateTable('share_links')
    .set((eb) => ({ views: eb('views', '+', views), last_used_at }))
    .where('id', '=', id)
    .execute();
}
