import type { User } from '@upvigil/core/contract/users';
import type { Database } from '../../storage/database.ts';

/** A user's sign-in methods and factors other than the password. */
export type UserFactors = Pick<User, 'has_totp' | 'passkeys' | 'sso'>;

/** For all users in one query. Users without an entry have a password only. */
export async function findUserFactors(db: Database): Promise<(userId: number) => UserFactors> {
  const idsIn = (rows: { user_id: number | null }[]): number[] => rows.flatMap(({ user_id }) => user_id ?? []);
  const [totp, passkeys, identities] = [
    await db.selectFrom('totp_secrets').select('user_id').where('confirmed_at', 'is not', null).execute(),
    await db.selectFrom('passkeys').select('user_id').execute(),
    await db.selectFrom('identities').select('user_id').execute(),
  ].map(idsIn);
  return (userId) => ({
    has_totp: totp?.includes(userId) ?? false,
    passkeys: passkeys?.filter((each) => each === userId).length ?? 0,
    sso: identities?.includes(userId) ?? false,
  });
}
