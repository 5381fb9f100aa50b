import type { SignOnError } from '@upvigil/core/contract/sign-on';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { findUser, findUserByEmail, type StoredUser } from '../user-store.ts';
import { hasRoomForUser } from '../users/room-for-user.ts';
import { evaluateIdentity, type Identity, type IdentityDecision, type IdentityRules } from './evaluate-identity.ts';
import { admitUser, findUserByIdentity, insertActiveUser, insertIdentity } from './user-directory.ts';

/** Admits a person from the provider and stores the changes, or returns the reason for the refusal. */
export type AdmitIdentity = (
  identity: Identity,
) => Promise<{ is: 'in'; userId: number } | { is: 'out'; why: SignOnError }>;

interface AdmitIdentityOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  rules: IdentityRules;
  endSessionsOf(transaction: Database, userId: number): Promise<void>;
  /** Ends the event streams of ended sessions, and those opened with permissions that the user no longer has. */
  publishEnded(userId: number): void;
}

export const createAdmitIdentity =
  (options: AdmitIdentityOptions): AdmitIdentity =>
  async (identity) => {
    const { admitted, ended } = await options.db.transaction().execute(async (trx) => {
      const known = await findUserByIdentity(trx, identity);
      const byEmail = identity.verifiedEmail === null ? null : await findUserByEmail(trx, identity.verifiedEmail);
      const decision = evaluateIdentity(options.rules, identity, { known, byEmail });
      return { admitted: await carryOut(options, trx, identity, decision), ended: endedBy(decision, known) };
    });
    if (ended !== null) options.publishEnded(ended);
    return admitted;
  };

/** The user whose sessions a decision ends or whose role it changes. */
const endedBy = (decision: IdentityDecision, known: Pick<StoredUser, 'role'> | null): number | null => {
  if (decision.is === 'out') return decision.endsSessionsOf;
  const hasOtherRole = known !== null && known.role !== decision.role;
  return decision.endsSessions || hasOtherRole ? decision.userId : null;
};

async function carryOut(
  { clock, endSessionsOf }: AdmitIdentityOptions,
  trx: Database,
  identity: Identity,
  decision: IdentityDecision,
): ReturnType<AdmitIdentity> {
  if (decision.is === 'out') {
    if (decision.endsSessionsOf !== null) await endSessionsOf(trx, decision.endsSessionsOf);
    return { is: 'out', why: decision.why };
  }
  const { role, isLinked, endsSessions } = decision;
  if (decision.userId === null && !(await hasRoomForUser(trx))) return { is: 'out', why: 'full' };
  const { issuer, subject, verifiedEmail, name } = identity;
  const now = clock.now();
  const userId =
    decision.userId ??
    (await insertActiveUser(trx, { email: verifiedEmail ?? '', name: name ?? verifiedEmail ?? '', role, now }));
  if (endsSessions) await endSessionsOf(trx, userId);
  const user = decision.userId === null ? null : await findUser(trx, userId);
  if (user !== null) await admitUser(trx, user, { role, name });
  if (!isLinked) await insertIdentity(trx, { userId, issuer, subject, now });
  return { is: 'in', userId };
}
