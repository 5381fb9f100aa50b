import type { Proof } from '@upvigil/core/contract/auth';
import { RequestError } from '@upvigil/core/contract/errors';
import type { UsedPasskey } from '@upvigil/core/contract/passkeys';
import { accessMessages } from '@upvigil/core/texts/access';
import type { Database } from '../../storage/database.ts';
import type { Change } from '../audit/audit.ts';
import type { Sessions } from '../sessions.ts';
import { findActiveUser } from '../user-store.ts';
import { listPasskeys } from './passkey-store.ts';
import type { Passkeys } from './passkeys.ts';
import type { ConfirmedSession } from './use-passkey.ts';

interface ConfirmingOptions {
  db: Database;
  passkeys: Pick<Passkeys, 'off' | 'confirmOptions' | 'verify'>;
  renewSession: Sessions['renew'];
}

export type Confirming = ReturnType<typeof createConfirming>;

/** Re-authentication without a password. */
export function createConfirming({ db, passkeys, renewSession }: ConfirmingOptions) {
  return {
    /** The proofs that a person can give; null is the owner. With none, they sign in again. */
    async proofs(userId: number | null): Promise<Proof[]> {
      const user = userId === null ? null : await findActiveUser(db, userId);
      const hasPassword = userId === null || (user !== null && user.password_hash !== null);
      const hasPasskey = passkeys.off === null && (await listPasskeys(db, userId)).length > 0;
      return [...(hasPassword ? ['password' as const] : []), ...(hasPasskey ? ['passkey' as const] : [])];
    },
    /**
     * Browser options, bound to this session. @throws RequestError `conflict` when passkeys are off or the person has
     * none
     */
    options: (session: ConfirmedSession): Promise<{ challenge: string }> => passkeys.confirmOptions(session),
    /**
     * The session's new token; null when the passkey is not accepted.
     * @throws RequestError `unauthorized` when the session has ended
     */
    async byPasskey(session: ConfirmedSession, passkey: UsedPasskey, change: Change): Promise<string | null> {
      const verified = await passkeys.verify(passkey, session);
      if (verified === null) return null;
      return change(
        async (trx) => {
          if (!(await verified.use(trx))) return null;
          const token = await renewSession(trx, session.tokenHash);
          if (token === null) throw new RequestError('unauthorized', accessMessages.signInFirst);
          return token;
        },
        (token) => (token === null ? null : {}),
      );
    },
  };
}
