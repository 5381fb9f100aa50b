import { readConfig } from '../../base/config/config.ts';
import type { Database } from '../../storage/database.ts';
import { prepareStorage } from '../../storage/prepare-storage.ts';
import { generatePassword } from '../admin-password.ts';
import { insertEvent } from '../audit/audit-store.ts';
import { ownerName } from '../caller.ts';
import { deleteChallengesOf } from '../factors/challenge-store.ts';
import { hashPassword, passwordHashKey, productionHashCost } from '../password-store.ts';
import { deleteAllSessions, deleteSessionsOf } from '../session-store.ts';
import { changeUser, findUserByEmail } from '../user-store.ts';

/** The new password and its account: 'owner', or the email of a user. */
export interface ResetPassword {
  user: string;
  password: string;
}

/**
 * Sets a new password for the owner or the user with this email, and ends their sessions. Works on the database of
 * the environment, without a server. Null when there is no such user.
 * @throws ConfigError, StorageError as a start of the server does
 */
export async function resetPassword(email: string | null): Promise<ResetPassword | null> {
  const { dataDir, databaseUrl } = readConfig();
  const storage = await prepareStorage({ dataDir, databaseUrl, onIdleError: () => undefined });
  try {
    const password = generatePassword();
    const user = await storePassword(storage.db, {
      email,
      passwordHash: await hashPassword(password, productionHashCost),
      now: Date.now(),
    });
    return user === null ? null : { user, password };
  } finally {
    await storage.close();
  }
}

/** Returns the name of the account. */
export const storePassword = (
  db: Database,
  { email, passwordHash, now }: { email: string | null; passwordHash: string; now: number },
): Promise<string | null> =>
  db.transaction().execute(async (trx) => {
    const target =
      email === null ? await storeForOwner(trx, passwordHash) : await storeForUser(trx, email, passwordHash);
    if (target === null) return null;
    await deleteChallengesOf(trx, target.id);
    await insertEvent(trx, {
      at: now,
      actor_kind: 'local',
      actor_id: null,
      actor_name: 'local',
      via: 'local',
      ip: null,
      action: 'password.change',
      target_kind: 'password',
      target_id: target.id,
      target_name: target.name,
      changes: '[]',
    });
    return target.name;
  });

async function storeForOwner(trx: Database, passwordHash: string) {
  const value = JSON.stringify(passwordHash);
  await trx
    .insertInto('settings')
    .values({ key: passwordHashKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  await deleteAllSessions(trx);
  return { id: null, name: ownerName };
}

async function storeForUser(trx: Database, email: string, passwordHash: string) {
  const user = await findUserByEmail(trx, email.trim().toLowerCase());
  if (user === null) return null;
  await changeUser(trx, user.id, {
    password_hash: passwordHash,
    status: 'active',
    invitation_hash: null,
    invitation_expires_at: null,
  });
  await deleteSessionsOf(trx, user.id);
  return { id: user.id, name: user.email };
}
