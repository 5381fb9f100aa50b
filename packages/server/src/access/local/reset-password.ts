import type { Database } from '../../storage/database.ts';
import { generatePassword } from '../admin-password.ts';
import { deleteChallengesOf } from '../factors/challenge-store.ts';
import { hashPassword, passwordHashKey, productionHashCost } from '../password-store.ts';
import { deleteAllSessions, deleteSessionsOf } from '../session-store.ts';
import { changeUser } from '../user-store.ts';
import { changeAccount, onLocalDatabase } from './local-account.ts';

/** The new password and its account: 'owner', or the email of a user. */
export interface ResetPassword {
  user: string;
  password: string;
}

/**
 * Sets a new password for the owner or the user with this email, and ends their sessions. Null when there is no such
 * user.
 */
export const resetPassword = (email: string | null): Promise<ResetPassword | null> =>
  onLocalDatabase(async (db) => {
    const password = generatePassword();
    const passwordHash = await hashPassword(password, productionHashCost);
    const user = await storePassword(db, { email, passwordHash, now: Date.now() });
    return user === null ? null : { user, password };
  });

/** Returns the name of the account. */
export const storePassword = (
  db: Database,
  { email, passwordHash, now }: { email: string | null; passwordHash: string; now: number },
): Promise<string | null> =>
  changeAccount(db, email, { at: now, action: 'password.change', target_kind: 'password' }, async (trx, userId) => {
    if (userId === null) await storeForOwner(trx, passwordHash);
    else await storeForUser(trx, userId, passwordHash);
    await deleteChallengesOf(trx, userId);
  });

async function storeForOwner(trx: Database, passwordHash: string): Promise<void> {
  const value = JSON.stringify(passwordHash);
  await trx
    .insertInto('settings')
    .values({ key: passwordHashKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  await deleteAllSessions(trx);
}

async function storeForUser(trx: Database, userId: number, passwordHash: string): Promise<void> {
  await changeUser(trx, userId, {
    password_hash: passwordHash,
    status: 'active',
    invitation_hash: null,
    invitation_expires_at: null,
  });
  await deleteSessionsOf(trx, userId);
}
