import { randomBytes } from 'node:crypto';
import { RequestError } from '@upvigil/core/contract/errors';
import { type Role, roleScopes } from '@upvigil/core/contract/names/roles';
import type { Scope } from '@upvigil/core/contract/names/scopes';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database, DatabaseTransaction, InTransaction } from '../../storage/database.ts';
import { ownerScopes } from '../caller.ts';
import { deleteFactorsOf } from '../factors/own-factors.ts';
import { hashToken, type Sessions } from '../sessions.ts';
import type { ApiTokens } from '../tokens/api-tokens.ts';
import { hasSignInMethod } from '../user-sign-in-methods.ts';
import { changeUser, deleteUser, findActiveUser, findUser, insertUser, type StoredUser } from '../user-store.ts';
import { hasRoomForUser } from './room-for-user.ts';

const invitationBytes = 32;

/** An invited user. The invitation's token cannot be read again. */
export interface Invited {
  user: StoredUser;
  token: string;
}

interface UserChange {
  name?: string | undefined;
  role?: Role | undefined;
  status?: 'active' | 'disabled' | undefined;
}

interface UsersOptions {
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'endOf' | 'publishEnded'>;
  tokens: Pick<ApiTokens, 'revokeOf'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

export type Users = ReturnType<typeof createUsers>;

/** Users other than the owner. `run`: the transaction of the change; sessions are notified after the commit. */
export function createUsers({ clock, sessions, tokens, changes }: UsersOptions) {
  /** Changes a user and ends their sessions and tokens, in one transaction. */
  async function ending(
    id: number,
    run: InTransaction,
    work: (trx: Database) => Promise<StoredUser | null>,
  ): Promise<StoredUser> {
    const { user, hadNotices } = await run(async (trx) => {
      const changed = await work(trx);
      if (changed === null) throw notFound(id);
      await sessions.endOf(trx, id);
      return { user: changed, hadNotices: await tokens.revokeOf(trx, id) };
    });
    sessions.publishEnded({ userId: id });
    if (hadNotices) changes.publish({ has_deliveries: true });
    return user;
  }
  return {
    /** `email` in lower case. @throws RequestError `invalid` when it is taken, or there are too many users */
    async invite(trx: DatabaseTransaction, email: string, role: Role): Promise<Invited> {
      const { token, columns } = newInvitation(clock.now());
      if (!(await hasRoomForUser(trx))) throw refused('email', accessMessages.user.tooMany);
      const user = await insertUser(trx, {
        email,
        name: '',
        role,
        status: 'invited',
        password_hash: null,
        created_at: clock.now(),
        last_seen_at: null,
        ...columns,
      });
      if (user === null) throw refused('email', accessMessages.user.taken(email));
      return { user, token };
    },
    /**
     * A role applies from the next request. A disabled user loses their sessions and tokens.
     * @throws RequestError `notFound`, or `invalid` when they never accepted the invitation
     */
    async change(id: number, { name, role, status }: UserChange, run: InTransaction): Promise<StoredUser> {
      const change = { ...(name && { name }), ...(role && { role }), ...(status && { status }) };
      if (status === 'disabled') {
        return ending(id, run, (trx) =>
          changeUser(trx, id, { ...change, invitation_hash: null, invitation_expires_at: null }),
        );
      }
      const { before, after } = await run(async (trx) => {
        const user = await findUser(trx, id);
        if (user === null) throw notFound(id);
        if (status === 'active' && !(await mayBeEnabled(trx, user)))
          throw refused('status', accessMessages.user.notAccepted);
        const changed = Object.keys(change).length === 0 ? null : await changeUser(trx, id, change);
        return { before: user, after: changed ?? user };
      });
      // Ends streams that were opened with other permissions, on every process.
      if (after.role !== before.role) sessions.publishEnded({ userId: id });
      return after;
    },
    /** Deletes all sign-in methods of a user and invites them again. @throws RequestError `notFound` */
    async reset(id: number, run: InTransaction): Promise<Invited> {
      const { token, columns } = newInvitation(clock.now());
      const user = await ending(id, run, async (trx) => {
        await deleteFactorsOf(trx, id);
        return changeUser(trx, id, { status: 'invited', password_hash: null, ...columns });
      });
      return { user, token };
    },
    /** @throws RequestError `notFound` */
    async remove(id: number, run: InTransaction): Promise<void> {
      await ending(id, run, (trx) => deleteUser(trx, id));
    },
  };
}

/** The present scopes of a person; none after they lost access. Null: the owner. */
export async function scopesOfPerson(db: Database, userId: number | null): Promise<readonly Scope[]> {
  if (userId === null) return ownerScopes;
  const user = await findActiveUser(db, userId);
  return user === null ? [] : roleScopes[user.role];
}

/** A user who signs in through a proxy has no stored sign-in method, but has been seen. */
const mayBeEnabled = async (trx: Database, { id, status, last_seen_at }: StoredUser): Promise<boolean> =>
  status === 'active' || (status === 'disabled' && last_seen_at !== null) || (await hasSignInMethod(trx, id));

function newInvitation(now: number) {
  const token = randomBytes(invitationBytes).toString('base64url');
  return {
    token,
    columns: {
      invitation_hash: hashToken(token),
      invitation_expires_at: now + limits.user.invitationHours * hourMs,
    },
  };
}

const notFound = (id: number): RequestError => new RequestError('notFound', accessMessages.user.notFound(id));

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });
