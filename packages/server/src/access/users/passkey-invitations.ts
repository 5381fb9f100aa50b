import type { Proof } from '@upvigil/core/contract/auth';
import type { NewPasskey } from '@upvigil/core/contract/passkeys';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { type SignIn, startedIn } from '../admin-password.ts';
import type { SignInChange } from '../audit/audit.ts';
import type { PasskeyMaker } from '../factors/add-passkey.ts';
import type { Passkeys } from '../factors/passkeys.ts';
import type { Arrival, StartSession } from '../factors/second-factors.ts';
import { hashToken } from '../sessions.ts';
import { acceptInvitation, findInvited, type StoredUser } from '../user-store.ts';

interface PasskeyAcceptance extends Arrival {
  /** The secret part of the link. */
  token: string;
  name: string;
  passkey: NewPasskey;
}

interface PasskeyInvitationOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  passkeys: Pick<Passkeys, 'off' | 'newOptions' | 'verifyNew'>;
  startSession: StartSession;
}

export type PasskeyInvitations = ReturnType<typeof createPasskeyInvitations>;

/** Invitations accepted with a passkey. The new user has no password. */
export function createPasskeyInvitations(options: PasskeyInvitationOptions) {
  const { db, clock, passkeys, startSession } = options;
  const find = async (token: string): Promise<StoredUser | null> => {
    const user = await findInvited(db, hashToken(token), clock.now());
    return user?.status === 'invited' ? user : null;
  };
  const makerOf = ({ id, email }: StoredUser, token: string): PasskeyMaker => ({
    userId: id,
    name: email,
    invitationHash: hashToken(token),
  });
  return {
    /** The proofs with which an invitation can be accepted. */
    proofs: (): Proof[] => (passkeys.off === null ? ['password', 'passkey'] : ['password']),
    /**
     * Browser options to create the passkey, bound to this invitation. `name`: shown beside the address. Null when the
     * invitation is unknown or has expired. @throws RequestError `conflict` when passkeys are off
     */
    async options({
      token,
      name,
    }: {
      token: string;
      name?: string | undefined;
    }): Promise<{ challenge: string } | null> {
      const invited = await find(token);
      return invited && passkeys.newOptions({ ...makerOf(invited, token), displayName: name });
    },
    /**
     * Accepts an invitation once and starts a session. `wrong`: it is unknown or has expired.
     * @throws RequestError `invalid` when the passkey is not accepted, `conflict` when it is already stored or passkeys
     * are off. The invitation stays valid then.
     */
    async accept({ token, name, passkey, ...arrival }: PasskeyAcceptance, change: SignInChange): Promise<SignIn> {
      const invited = await find(token);
      if (invited === null) return { is: 'wrong' };
      const made = await passkeys.verifyNew(makerOf(invited, token), passkey);
      return change(async (trx): Promise<SignIn> => {
        // Of two concurrent requests the second finds the invitation used, and its passkey is not stored.
        if (!(await acceptInvitation(trx, invited, { name, password_hash: null }))) return { is: 'wrong' };
        await made.store(trx, factorMessages.passkey.first);
        return { is: 'in', ...(await startSession(trx, invited.id, arrival)) };
      }, startedIn);
    },
  };
}
