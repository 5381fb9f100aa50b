import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../storage/database.ts';
import type { SessionRow } from '../storage/tables/access-tables.ts';
import type { Tables } from '../storage/tables.ts';

export async function insertSession(db: Database, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function findSession(db: Database, tokenHash: string): Promise<SessionRow | null> {
  const row = await db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  return row ?? null;
}

/** Addresses from which a person is signed in. Null: the owner. */
export async function listAddressesOf(db: Database, userId: number | null): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('ip', 'is not', null)
    .execute();
  return rows.flatMap(({ ip }) => ip ?? []);
}

export async function listSignedInAddresses(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('ip').distinct().where('ip', 'is not', null).execute();
  return rows.flatMap(({ ip }) => ip ?? []);
}

/** Records a use. Times here are milliseconds since the epoch. */
export async function touchSession(db: Database, tokenHash: string, lastUsedAt: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: lastUsedAt }).where('token_hash', '=', tokenHash).execute();
}

/** Replaces the token of a session. Returns false when the session has ended. */
export async function renewSession(
  db: Database,
  tokenHash: string,
  next: Pick<SessionRow, 'token_hash' | 'confirmed_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set(next)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export interface SessionFilter {
  /** A user's id; null: the owner's sessions; undefined: all sessions. */
  userId?: number | null | undefined;
}

export interface ListedSession extends SessionRow {
  user_name: string | null;
  user_email: string | null;
}

/** Newest first. `usedSince` in milliseconds since the epoch; sessions last used before it have expired. */
export function listSessions(
  db: Database,
  {
    userId,
    usedSince,
    before,
    limit,
  }: SessionFilter & { usedSince: number; before?: number | undefined; limit: number },
): Promise<ListedSession[]> {
  let query = db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select(['users.name as user_name', 'users.email as user_email'])
    .where('sessions.last_used_at', '>', usedSince);
  if (before !== undefined) query = query.where('sessions.id', '<', before);
  if (userId === null) query = query.where('sessions.user_id', 'is', null);
  else if (userId !== undefined) query = query.where('sessions.user_id', '=', userId);
  return query.orderBy('sessions.id', 'desc').limit(limit).execute();
}

export async function findSessionById(db: Database, id: number, { userId }: SessionFilter): Promise<SessionRow | null> {
  let query = db.selectFrom('sessions').selectAll().where('id', '=', id);
  if (userId === null) query = query.where('user_id', 'is', null);
  else if (userId !== undefined) query = query.where('user_id', '=', userId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function deleteSessionsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteSession(trx: DatabaseTransaction, tokenHash: string): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsUnusedSince(db: Database, time: number): Promise<void> {
  await db.deleteFrom('sessions').where('last_used_at', '<', time).execute();
}

export async function deleteAllSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions').execute();
}
