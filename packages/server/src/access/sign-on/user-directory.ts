import type { Database } from '../../storage/database.ts';
import type { KnownUser, UserRole } from './judge-identity.ts';

/** What signing in with others asks and changes of users. */

/** By the email address, in small letters; null where nobody has it. */
export async function findUserByEmail(db: Database, email: string): Promise<KnownUser | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'status', 'role'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

/** Whose identity it is; null where it was never seen. */
export async function findUserByIdentity(
  db: Database,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<KnownUser | null> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.status', 'users.role'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertIdentity(
  db: Database,
  { userId, issuer, subject, now }: { userId: number; issuer: string; subject: string; now: number },
): Promise<void> {
  await db.insertInto('identities').values({ user_id: userId, issuer, subject, created_at: now }).execute();
}

/** Makes a user who needs no invitation. */
export async function insertActiveUser(
  db: Database,
  user: { email: string; name: string; role: UserRole; now: number },
): Promise<number> {
  const { email, name, role, now } = user;
  const { id } = await db
    .insertInto('users')
    .values({ email, name, role, status: 'active', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Who was invited is active from the first sign-in on, and everybody has the role that the provider gives. */
export async function admitUser(
  db: Database,
  { id, role, name }: { id: number; role?: UserRole; name?: string | null },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ status: 'active', ...(role ? { role } : {}) })
    .where('id', '=', id)
    .where('status', '!=', 'disabled')
    .execute();
  if (name) await db.updateTable('users').set({ name }).where('id', '=', id).where('name', '=', '').execute();
}
