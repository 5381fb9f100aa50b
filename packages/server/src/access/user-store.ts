import { type Role, roles } from '@upvigil/core/contract/names/roles';
import type { UserStatus } from '@upvigil/core/contract/users';
import type { Insertable, Updateable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { UserRow } from '../storage/tables/access-tables.ts';
import type { Tables } from '../storage/tables.ts';

export type StoredUser = Omit<UserRow, 'role' | 'status'> & { role: Role; status: UserStatus };

/** An unknown role (written by a newer version) is read as the lowest one. */
const readUser = (row: UserRow): StoredUser => ({
  ...row,
  role: roles.find((role) => role === row.role) ?? 'viewer',
  status: row.status === 'active' || row.status === 'invited' ? row.status : 'disabled',
});
const readUserOrNull = (row: UserRow | undefined): StoredUser | null => (row === undefined ? null : readUser(row));

/** Newest first. `before`: the id of the last user on the previous page. */
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

/** The user with this id if they are active. */
export async function findActiveUser(db: Database, id: number): Promise<StoredUser | null> {
  const user = await findUser(db, id);
  return user?.status === 'active' ? user : null;
}

/** `email` in lower case. */
export const findUserByEmail = async (db: Database, email: string): Promise<StoredUser | null> =>
  readUserOrNull(await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst());

/** The user of this invitation if it is still valid. */
export const findInvited = async (db: Database, invitationHash: string, now: number): Promise<StoredUser | null> =>
  readUserOrNull(
    await db
      .selectFrom('users')
      .selectAll()
      .where('invitation_hash', '=', invitationHash)
      .where('invitation_expires_at', '>', now)
      .executeTakeFirst(),
  );

/** Returns null when the email is taken. */
export const insertUser = async (db: Database, user: Insertable<Tables['users']>): Promise<StoredUser | null> =>
  readUserOrNull(
    await db
      .insertInto('users')
      .values(user)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst(),
  );

/** Returns null when there is no such user. */
export const changeUser = async (
  db: Database,
  id: number,
  change: Updateable<Tables['users']>,
): Promise<StoredUser | null> =>
  readUserOrNull(await db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirst());

/** Accepts an invitation once. Returns false when it was accepted or withdrawn in the meantime. */
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

/** Whether an active user still has this password. If so, the row is locked (by a write) until the transaction ends. */
export const holdUser = (
  transaction: Database,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  now: number,
): Promise<boolean> => writeWhere(transaction, user, { last_seen_at: now });

/** Returns false when another password is stored by now. */
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

/** `now` in milliseconds since the epoch. */
export async function noteSeen(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Returns the deleted user; null when there was none. */
export const deleteUser = async (db: Database, id: number): Promise<StoredUser | null> =>
  readUserOrNull(await db.deleteFrom('users').where('id', '=', id).returningAll().executeTakeFirst());
