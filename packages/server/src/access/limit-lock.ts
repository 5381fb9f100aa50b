import type { Database } from '../storage/database.ts';
import { lockSetting } from '../storage/settings/setting-store.ts';

/** The setting whose row is the lock. Backups leave it out. */
export const limitLockKey = 'access_limits';

/**
 * Until the transaction ends, no other process adds a token, share link, user or passkey. A count made under this
 * lock stays correct.
 */
export const lockLimits = (trx: Database): Promise<void> => lockSetting(trx, limitLockKey, 'null');
