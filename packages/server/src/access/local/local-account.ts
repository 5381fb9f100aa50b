import { readConfig } from '../../base/config/config.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { prepareStorage } from '../../storage/prepare-storage.ts';
import { insertEvent, type NewAuditEvent } from '../audit/audit-store.ts';
import { ownerName } from '../caller.ts';
import { findUserByEmail } from '../user-store.ts';

/**
 * Works on the database of the environment, without a server.
 * @throws ConfigError, StorageError as a start of the server does
 */
export async function onLocalDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl } = readConfig();
  const storage = await prepareStorage({ dataDir, databaseUrl, onIdleError: () => undefined });
  try {
    return await work(storage.db);
  } finally {
    await storage.close();
  }
}

/**
 * Changes the account of the owner (null) or of the user with this email, and records it in the audit log. Returns the
 * name of the account; null when there is no such user.
 */
export const changeAccount = (
  db: Database,
  email: string | null,
  event: Pick<NewAuditEvent, 'at' | 'action' | 'target_kind'>,
  change: (trx: DatabaseTransaction, userId: number | null) => Promise<void>,
): Promise<string | null> =>
  db.transaction().execute(async (trx) => {
    const user = email === null ? null : await findUserByEmail(trx, email.trim().toLowerCase());
    if (email !== null && user === null) return null;
    const id = user?.id ?? null;
    const name = user?.email ?? ownerName;
    await change(trx, id);
    await insertEvent(trx, {
      ...event,
      actor_kind: 'local',
      actor_id: null,
      actor_name: 'local',
      via: 'local',
      ip: null,
      target_id: id,
      target_name: name,
      changes: '[]',
    });
    return name;
  });
