import { type Role, roles } from '@upvigil/core/contract/names/roles';
import type { UserStatus } from '@upvigil/core/contract/users';
import type { Insertable, Updateable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { UserRow } from '../storage/tables/access-tables.ts';
import type { Tables } from '../storage/tables.ts';

/** A user as they are known here. */
export type StoredUser = Omit<UserRow, 'role' | 'status'> & { role: Role; status: UserStatus };

/** A role that this program does not know, as of a newer one, is the least. */
const readUser = (row: UserRow): StoredUser => ({
  ...row,
  role: roles.find((role) => role === row.role) ?? 'viewer',
  status: row.status === 'active' || row.status === 'invited' ? row.status : 'disabled',
});
const readUserOrNull = (row: UserRow | undefined): StoredUser | null => (row === undefined ? null : readUser(row));

/** Users, newest first; `before`: those that are older than the one of this id. */
export async function listUsers(
  db: Database,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<StoredUser[]> {
  const query = db
    .selectFrom('users')
    .selectAll()
    .$if(before !== undefined, (narrowed) => narrowed.where('id', '<', before ?? 0));
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(readUser);
}

export async function countUsers(db: Database): Promise<number> {
  const { users } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number | string>().as('users'))
    .executeTakeFirstOrThrow();
  return Number(users);
}

export const findUser = async (db: Database, id: number): Promise<StoredUser | null> =>
  readUserOrNull(await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst());

/** The user of this id, if they may enter. */
export async function findActiveUser(db: Database, id: number): Promise<StoredUser | null> {
  const user = await findUser(db, id);
  return user?.status === 'active' ? user : null;
}

/** `email` in small letters. */
export const findUserByEmail = async (db: Database, email: string): Promise<StoredUser | null> =>
  readUserOrNull(await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst());

/** Whose invitation this is, if it still holds. */
export const findInvited = async (db: Database, invitationHash: string, now: number): Promise<StoredUser | null> =>
  readUserOrNull(
    await db
      .selectFrom('users')
      .selectAll()
      .where('invitation_hash', '=', invitationHash)
      .where('invitation_expires_at', '>', now)
      .executeTakeFirst(),
  );

/** Resolves with null when somebody has the email. */
export const insertUser = async (db: Database, user: Insertable<Tables['users']>): Promise<StoredUser | null> =>
  readUserOrNull(
    await db
      .insertInto('users')
      .values(user)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst(),
  );

/** Resolves with null when there is none. */
export const changeUser = async (
  db: Database,
  id: number,
  change: Updateable<Tables['users']>,
): Promise<StoredUser | null> =>
  readUserOrNull(await db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirst());

/** Accepts an invitation, once. Resolves with false when it was accepted or withdrawn meanwhile. */
export async function acceptInvitation(
  db: Database,
  { id, invitation_hash }: Pick<UserRow, 'id' | 'invitation_hash'>,
  accepted: Pick<UserRow, 'name' | 'password_hash'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...accepted, status: 'active', invitation_hash: null, invitation_expires_at: null })
    .where('id', '=', id)
    .where('invitation_hash', '=', invitation_hash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Whether a user still has this password and may enter. If so, that stays until the transaction ends: the row is written, which
 * locks it.
 */
export const holdUser = (
  transaction: Database,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  now: number,
): Promise<boolean> => writeWhere(transaction, user, { last_seen_at: now });

/** Replaces the password. Resolves with false when another one is stored by now. */
export const replaceUserPassword = (
  db: Database,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  nextHash: string,
): Promise<boolean> => writeWhere(db, user, { password_hash: nextHash });

async function writeWhere(
  db: Database,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  change: Updateable<Tables['users']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', password_hash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that a user was here. `now` in milliseconds since the epoch. */
export async function noteSeen(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Resolves with the user who is gone; null where there was none. */
export const deleteUser = async (db: Database, id: number): Promise<StoredUser | null> =>
  readUserOrNull(await db.deleteFrom('users').where('id', '=', id).returningAll().executeTakeFirst());
