import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { ApiTokenRow } from '../../storage/tables/access-tables.ts';
import type { Tables } from '../../storage/tables.ts';

/** Whose tokens: a user's by their id, null for the owner's; undefined: all. */
type Maker = number | null | undefined;

/** Tokens, newest first; `before`: those that are older than the one of this id. */
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

/** Those that expire some day, or have. */
export const listExpiringTokens = (db: Database): Promise<ApiTokenRow[]> =>
  db.selectFrom('api_tokens').selectAll().where('expires_at', 'is not', null).orderBy('id').execute();

export async function findTokenByHash(db: Database, tokenHash: string): Promise<ApiTokenRow | null> {
  const row = await db.selectFrom('api_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  return row ?? null;
}

/** How many are not expired. `now` in milliseconds since the epoch. */
export async function countLiveTokens(db: Database, now: number): Promise<number> {
  const { live } = await db
    .selectFrom('api_tokens')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .select(({ fn }) => fn.countAll<number | string>().as('live'))
    .executeTakeFirstOrThrow();
  return Number(live);
}

/** Stores a token. Resolves with null when another one has its name. */
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

/** Deletes those that expired before this time, and the expired one of this name: its name is free again. */
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

/** Resolves with the token that is gone; null where there was none. */
export async function deleteToken(trx: DatabaseTransaction, id: number, maker?: Maker): Promise<ApiTokenRow | null> {
  let query = trx.deleteFrom('api_tokens').where('id', '=', id);
  if (maker !== undefined) query = query.where('maker_id', maker === null ? 'is' : '=', maker);
  return (await query.returningAll().executeTakeFirst()) ?? null;
}

/** Resolves with those that are gone. */
export const deleteTokensOf = (db: Database, userId: number): Promise<ApiTokenRow[]> =>
  db.deleteFrom('api_tokens').where('maker_id', '=', userId).returningAll().execute();

/** Notes a use, unless one was noted since. */
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
