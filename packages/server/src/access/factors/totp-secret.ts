import { RequestError } from '@upvigil/core/contract/errors';
import { factorMessages } from '@upvigil/core/texts/factors';
import { OtherKeyError } from '../../base/sealed-text.ts';
import type { Database } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import { type TotpSecret, totpSecretOf } from '../../storage/settings/secrets/totp-secrets.ts';

/** Seals the secret. `transaction`: the one that stores it. */
export const sealTotpSecret = async (
  secrets: Pick<Secrets, 'seal'>,
  transaction: Database,
  row: TotpSecret,
): Promise<string> => (await secrets.seal(transaction, row, totpSecretOf(row.user_id))).secret;

/** @throws RequestError `unavailable` when the secret is sealed under an unknown key */
export async function openTotpSecret(secrets: Pick<Secrets, 'open'>, row: TotpSecret): Promise<string> {
  try {
    const { user_id, secret } = row;
    return (await secrets.open({ user_id, secret }, totpSecretOf(user_id))).secret;
  } catch (error) {
    if (!(error instanceof OtherKeyError)) throw error;
    throw new RequestError('unavailable', factorMessages.otherKey, { cause: error });
  }
}
