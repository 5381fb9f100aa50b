import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { ApiTokenRow } from '../../storage/tables/access-tables.ts';
import type { Tables } from '../../storage/tables.ts';

/** A user's id; null: the owner's tokens; undefined: all tokens. */
type Maker = number | null | undefined;

/** Newest first. `before`: the id of the last token on the previous page. */
export const listTokens = (
  db: Database,
  { before, limit, maker }: { before?: number | undefined; limit: number; maker?: Maker },
): Promise<ApiTokenRow[]> =>
  db
    .selectFrom('api_tokens')
    .selectAll()
    .$if(maker !== undefined, (query) => query.where('maker_id', maker === null ? 'is' : '=', maker ?? null))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Tokens with an expiry, including expired ones. */
export const listExpiringTokens = (db: Database): Promise<ApiTokenRow[]> =>
  db.selectFrom('api_tokens').selectAll().where('expires_at', 'is not', null).orderBy('id').execute();

export async function findTokenByHash(db: Database, tokenHash: string): Promise<ApiTokenRow | null> {
  const row = await db.selectFrom('api_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  return row ?? null;
}

/** Tokens that have not expired. `now` in milliseconds since the epoch. */
export async function countLiveTokens(db: Database, now: number): Promise<number> {
  const { live } = await db
    .selectFrom('api_tokens')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .select(({ fn }) => fn.countAll<number | string>().as('live'))
    .executeTakeFirstOrThrow();
  return Number(live);
}

/** Returns null when the name is taken. */
export async function insertToken(
  trx: DatabaseTransaction,
  token: Insertable<Tables['api_tokens']>,
): Promise<ApiTokenRow | null> {
  const row = await trx
    .insertInto('api_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes tokens that expired before this time, and the expired one with this name, which frees the name. */
export async function deleteExpiredTokens(
  db: Database,
  { name, now, since }: { name: string; now: number; since: number },
): Promise<void> {
  await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<=', now)
    .where((where) => where.or([where('name', '=', name), where('expires_at', '<=', since)]))
    .execute();
}

/** Returns the deleted token; null when there was none. */
export async function deleteToken(trx: DatabaseTransaction, id: number, maker?: Maker): Promise<ApiTokenRow | null> {
  let query = trx.deleteFrom('api_tokens').where('id', '=', id);
  if (maker !== undefined) query = query.where('maker_id', maker === null ? 'is' : '=', maker);
  return (await query.returningAll().executeTakeFirst()) ?? null;
}

/** Returns the deleted tokens. */
export const deleteTokensOf = (db: Database, userId: number): Promise<ApiTokenRow[]> =>
  db.deleteFrom('api_tokens').where('maker_id', '=', userId).returningAll().execute();

/** Records a use, unless a later one is recorded. */
export async function noteTokenUse(
  db: Database,
  { id, now, ip, unlessSince }: { id: number; now: number; ip: string; unlessSince: number },
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', unlessSince)]))
    .execute();
}
