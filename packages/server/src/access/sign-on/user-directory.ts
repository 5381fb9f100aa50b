import type { Role } from '@upvigil/core/contract/names/roles';
import type { Database } from '../../storage/database.ts';
import { changeUser, findUser, insertUser, type StoredUser } from '../user-store.ts';

/** The user with this identity; null when it is unknown. */
export async function findUserByIdentity(
  db: Database,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<StoredUser | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ? findUser(db, row.user_id) : null;
}

export async function insertIdentity(
  db: Database,
  { userId, issuer, subject, now }: { userId: number; issuer: string; subject: string; now: number },
): Promise<void> {
  await db.insertInto('identities').values({ user_id: userId, issuer, subject, created_at: now }).execute();
}

/** Creates an active user without an invitation. */
export async function insertActiveUser(
  db: Database,
  { now, ...user }: { email: string; name: string; role: Role; now: number },
): Promise<number> {
  const made = await insertUser(db, {
    ...user,
    status: 'active',
    password_hash: null,
    created_at: now,
    last_seen_at: null,
    invitation_hash: null,
    invitation_expires_at: null,
  });
  if (made === null) throw new Error('Somebody else got this address at the same time');
  return made.id;
}

/** Activates an invited user and consumes the invitation. `role`, `name`: from the provider. */
export async function admitUser(
  db: Database,
  user: StoredUser,
  { role = user.role, name = null }: { role?: Role; name?: string | null } = {},
): Promise<void> {
  const isNew = user.status === 'invited';
  if (!isNew && role === user.role) return;
  const accepted = { status: 'active', invitation_hash: null, invitation_expires_at: null } as const;
  await changeUser(db, user.id, { role, ...(isNew ? accepted : {}), ...(user.name === '' && name ? { name } : {}) });
}
