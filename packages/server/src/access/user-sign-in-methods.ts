import type { Database } from '../storage/database.ts';
import { findUser } from './user-store.ts';

/** Whether a user has a password, a passkey, or an identity at the provider. */
export async function hasSignInMethod(db: Database, userId: number): Promise<boolean> {
  const user = await findUser(db, userId);
  if (user !== null && user.password_hash !== null) return true;
  for (const table of ['passkeys', 'identities'] as const) {
    const row = await db.selectFrom(table).select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/** Locks the user's sign-in methods until the transaction ends, by writing the row. */
export async function lockSignInMethods(transaction: Database, userId: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', userId)
    .execute();
}
