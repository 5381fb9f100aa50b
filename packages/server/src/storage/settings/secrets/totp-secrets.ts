import type { Database } from '../../database.ts';
import type { SecretsIn } from './secrets.ts';

/** The secret of a person's authenticator app. `user_id` null: the owner. */
export interface TotpSecret {
  user_id: number | null;
  secret: string;
}

/** Encrypted for one person's row, so that moving it to another row does not work. */
export const totpSecretOf = (userId: number | null): SecretsIn<TotpSecret> => ({
  fields: ['secret'],
  place: `totp.${userId ?? 'owner'}`,
});

/** All stored secrets, each with a function that replaces it. */
export async function totpSecretRows(db: Database) {
  const rows = await db.selectFrom('totp_secrets').select(['id', 'user_id', 'secret']).execute();
  return rows.map(({ id, user_id, secret }) => ({
    settings: { secret },
    ...totpSecretOf(user_id),
    replace: (next: { secret?: unknown }) =>
      db
        .updateTable('totp_secrets')
        .set({ secret: String(next.secret) })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute(),
  }));
}
