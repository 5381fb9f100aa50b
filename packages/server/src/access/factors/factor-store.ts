import type { SecondFactorMethod } from '@upvigil/core/contract/factors';
import type { Database } from '../../storage/database.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { findTotp } from './totp-store.ts';

/** The second factors of a person. Recovery codes replace a factor, but are not one. */
export async function secondFactorMethodsOf(db: Database, userId: number | null): Promise<SecondFactorMethod[]> {
  const methods: SecondFactorMethod[] = [];
  if ((await findTotp(db, userId)) !== null) methods.push('totp');
  if (await hasPasskeys(db, userId)) methods.push('passkey');
  if (methods.length > 0 && (await countRecoveryCodes(db, userId)) > 0) methods.push('recovery_code');
  return methods;
}

export const hasSecondFactor = async (db: Database, userId: number | null): Promise<boolean> =>
  (await hasPasskeys(db, userId)) || (await findTotp(db, userId)) !== null;

const hasPasskeys = async (db: Database, userId: number | null): Promise<boolean> =>
  (await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
