import type { Database } from '../storage/database.ts';
import { lockSetting } from '../storage/settings/setting-store.ts';

/** The setting by which those who add something wait for each other. A backup leaves it out. */
export const limitLockKey = 'access_limits';

/**
 * Until the transaction ends nobody else adds a token, a share link, a user or a passkey: what was counted holds, on however many processes they
 * are made at once.
 */
export const lockLimits = (trx: Database): Promise<void> => lockSetting(trx, limitLockKey, 'null');
