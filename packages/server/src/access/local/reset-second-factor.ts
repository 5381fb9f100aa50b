import { resetSecondFactorAction } from '@upvigil/core/contract/audit-actions';
import type { Database } from '../../storage/database.ts';
import { deleteFactorsOf } from '../factors/own-factors.ts';
import { changeAccount, onLocalDatabase } from './local-account.ts';

/**
 * Removes all second factors of the owner or the user with this email, and ends their sessions. For people who lost
 * phone and recovery codes. Returns the name of the account; null when there is no such user.
 */
export const resetSecondFactor = (email: string | null): Promise<string | null> =>
  onLocalDatabase((db) => removeFactors(db, email, Date.now()));

export const removeFactors = (db: Database, email: string | null, now: number): Promise<string | null> => {
  const event = { at: now, action: resetSecondFactorAction, target_kind: 'second_factor' };
  return changeAccount(db, email, event, async (trx, userId) => {
    await deleteFactorsOf(trx, userId);
    await trx
      .deleteFrom('sessions')
      .where('user_id', userId === null ? 'is' : '=', userId)
      .execute();
  });
};
