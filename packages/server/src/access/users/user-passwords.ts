import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { type CreateChallenge, type NewPassword, type SignIn, startedIn } from '../admin-password.ts';
import type { Change, SignInChange } from '../audit/audit.ts';
import { newcomer, userOf } from '../caller.ts';
import { deleteChallengesOf } from '../factors/challenge-store.ts';
import { type HashCost, hashPassword, isHashOf } from '../password-store.ts';
import { hashToken, type Newcomer, type Sessions } from '../sessions.ts';
import type { Sender, SignInQueue } from '../sign-in-queue.ts';
import {
  acceptInvitation,
  findActiveUser,
  findInvited,
  findUserByEmail,
  holdUser,
  replaceUserPassword,
  type StoredUser,
} from '../user-store.ts';

/** The origin of a sign-in. */
type Arrival = Omit<Newcomer, 'userId'>;

type UserSignIn = SignIn;

/** Users' passwords, stored as argon2id hashes of the same cost as the owner's. */
export interface UserPasswords {
  /**
   * Starts a session when the password is right. An unknown or disabled user gets the response of a wrong password,
   * after the same time.
   */
  signIn(given: UserEntry, sender: Sender, change: SignInChange): Promise<UserSignIn>;
  confirm(userId: number, given: string, sender: Sender): Promise<'right' | 'wrong' | 'busy'>;
  /** Replaces a user's password and ends their sessions. */
  change(userId: number, passwords: NewPassword, sender: Sender, change: Change): Promise<'changed' | 'wrong' | 'busy'>;
  /** Accepts an invitation once and starts a session. `wrong`: it is unknown or has expired. */
  accept(given: Acceptance, sender: Sender, change: SignInChange): Promise<UserSignIn>;
}

interface UserEntry extends Arrival {
  /** In lower case. */
  email: string;
  password: string;
}

interface Acceptance extends Arrival {
  /** The secret part of the link. */
  token: string;
  name: string;
  password: string;
}

interface UserPasswordsOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'start' | 'endOf' | 'publishEnded'>;
  /** Shared with the owner's sign-ins. */
  queue: SignInQueue;
  createChallenge: CreateChallenge;
  hashCost: HashCost;
}

export function createUserPasswords(options: UserPasswordsOptions): UserPasswords {
  const { db, clock, sessions, queue, createChallenge, hashCost } = options;
  const compare = createComparison(queue, hashCost);
  const begin = async (user: StoredUser, { ip, client }: Arrival, trx: Database): Promise<UserSignIn> => ({
    is: 'in',
    token: await sessions.start(trx, { userId: user.id, ip, client }),
    actor: userOf(user, newcomer),
  });

  const change: UserPasswords['change'] = async (userId, passwords, sender, run) => {
    const compared = await compare(() => findActiveUser(db, userId), passwords.current, sender);
    if (typeof compared === 'string') return compared;
    const nextHash = await queue.run(sender, () => hashPassword(passwords.next, hashCost));
    if (nextHash === 'full') return 'busy';
    const isReplaced = await run(
      async (trx) => {
        if (!(await replaceUserPassword(trx, compared, nextHash))) return false;
        await sessions.endOf(trx, userId);
        await deleteChallengesOf(trx, userId);
        return true;
      },
      (isDone) => (isDone ? {} : null),
    );
    if (!isReplaced) return change(userId, passwords, sender, run);
    sessions.publishEnded({ userId });
    return 'changed';
  };
  return {
    async signIn(given, sender, run) {
      const user = await compare(() => findUserByEmail(db, given.email), given.password, sender);
      if (typeof user === 'string') return { is: user };
      return run(async (trx): Promise<UserSignIn> => {
        // The user was disabled or got another password since the comparison.
        if (!(await holdUser(trx, user, clock.now()))) return { is: 'wrong' };
        const wanted = await createChallenge(trx, user.id);
        return wanted === null ? begin(user, given, trx) : { is: 'asked', wanted };
      }, startedIn);
    },
    async confirm(userId, given, sender) {
      const compared = await compare(() => findActiveUser(db, userId), given, sender);
      return typeof compared === 'string' ? compared : 'right';
    },
    change,
    async accept(given, sender, run) {
      const invited = await findInvited(db, hashToken(given.token), clock.now());
      if (invited === null || invited.status !== 'invited') return { is: 'wrong' };
      const password_hash = await queue.run(sender, () => hashPassword(given.password, hashCost));
      if (password_hash === 'full') return { is: 'busy' };
      const { name } = given;
      return run(async (trx): Promise<UserSignIn> => {
        const isAccepted = await acceptInvitation(trx, invited, { name, password_hash });
        return isAccepted ? begin({ ...invited, name }, given, trx) : { is: 'wrong' };
      }, startedIn);
    },
  };
}

/** Compares a password with that of a user. Without a user, compares with a decoy, which takes as long. */
function createComparison(queue: SignInQueue, hashCost: HashCost) {
  let decoy: Promise<string> | null = null;
  /** Compared when there is no password, so that the response takes as long. */
  const decoyHash = (): Promise<string> => {
    decoy ??= hashPassword(randomBytes(16).toString('hex'), hashCost);
    return decoy;
  };
  return async (find: () => Promise<StoredUser | null>, given: string, sender: Sender) => {
    const turn = await queue.run(sender, async () => {
      const instead = await decoyHash();
      const user = await find();
      const stored = user?.status === 'active' ? user.password_hash : null;
      const isRight = await isHashOf(stored ?? instead, given);
      return user !== null && stored !== null && isRight ? user : 'wrong';
    });
    return turn === 'full' ? 'busy' : turn;
  };
}
