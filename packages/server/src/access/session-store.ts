import type { Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { SessionTable } from '../storage/tables/access-tables.ts';

export type SessionRow = Selectable<SessionTable>;

export async function insertSession(db: Database, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function findSession(db: Database, tokenHash: string): Promise<SessionRow | null> {
  const row = await db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  return row ?? null;
}

/** Notes that a session was used. Times here in milliseconds since the epoch. */
export async function touchSession(db: Database, tokenHash: string, lastUsedAt: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: lastUsedAt }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsUnusedSince(db: Database, time: number): Promise<void> {
  await db.deleteFrom('sessions').where('last_used_at', '<', time).execute();
}

export async function deleteAllSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions').execute();
}

export async function deleteSessionsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
