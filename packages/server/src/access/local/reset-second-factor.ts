import { resetSecondFactorAction } from '@upvigil/core/contract/audit-actions';
import { readConfig } from '../../base/config/config.ts';
import type { Database } from '../../storage/database.ts';
import { prepareStorage } from '../../storage/prepare-storage.ts';
import { insertEvent } from '../audit/audit-store.ts';
import { deleteFactorsOf } from '../factors/own-factors.ts';

/**
 * Removes all second factors of the owner or the user with this email, and ends their sessions. For people who lost
 * phone and recovery codes. Works on the database of the environment, without a server. Returns the name of the
 * account; null when there is no such user.
 * @throws ConfigError, StorageError as a start of the server does
 */
export async function resetSecondFactor(email: string | null): Promise<string | null> {
  const { dataDir, databaseUrl } = readConfig();
  const storage = await prepareStorage({ dataDir, databaseUrl, onIdleError: () => undefined });
  try {
    return await resetIn(storage.db, email, Date.now());
  } finally {
    await storage.close();
  }
}

const resetIn = (db: Database, email: string | null, now: number): Promise<string | null> =>
  db.transaction().execute(async (trx) => {
    const user = email === null ? { id: null, name: 'owner' } : await findUser(trx, email);
    if (user === null) return null;
    await deleteFactorsOf(trx, user.id);
    await trx
      .deleteFrom('sessions')
      .where('user_id', user.id === null ? 'is' : '=', user.id)
      .execute();
    await insertEvent(trx, {
      at: now,
      actor_kind: 'local',
      actor_id: null,
      actor_name: 'local',
      via: 'local',
      ip: null,
      action: resetSecondFactorAction,
      target_kind: 'second_factor',
      target_id: user.id,
      target_name: user.name,
      changes: '[]',
    });
    return user.name;
  });

async function findUser(db: Database, email: string): Promise<{ id: number; name: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  return row ? { id: row.id, name: row.email } : null;
}
