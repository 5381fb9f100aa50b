import { randomInt } from 'node:crypto';
import type { SecondFactorWanted } from '@upvigil/core/contract/factors';
import type { Database } from '../storage/database.ts';
import type { Change, SignInChange } from './audit/audit.ts';
import { newcomer, ownerOf } from './caller.ts';
import { deleteChallengesOf } from './factors/challenge-store.ts';
import {
  findPassword,
  type HashCost,
  hashPassword,
  holdPassword,
  isHashOf,
  replacePassword,
  type StoredPassword,
  saveFirstPasswordHash,
} from './password-store.ts';
import type { Newcomer, Sessions, StartedSession } from './sessions.ts';
import { createSignInQueue, type Sender, type SignInQueue } from './sign-in-queue.ts';

/** No look-alike letters or digits: a person copies the password from a terminal. */
const generatedAlphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 20;

/** The result of a sign-in. `busy`: the sign-in queue is full. */
export type SignIn = ({ is: 'in' } & StartedSession) | SecondFactorRequired | { is: 'wrong' } | { is: 'busy' };

/** The session that a sign-in began; null when it was refused or needs a second factor. */
export const startedIn = (signIn: SignIn): StartedSession | null => (signIn.is === 'in' ? signIn : null);

/** The password was right; a second factor is required. */
interface SecondFactorRequired {
  is: 'asked';
  wanted: SecondFactorWanted;
}

/** Creates the challenge in the transaction that accepted the password. Null: no second factor is needed. */
export type CreateChallenge = (transaction: Database, userId: number | null) => Promise<SecondFactorWanted | null>;

type Arrival = Omit<Newcomer, 'userId'>;

/** The owner's password, stored as an argon2id hash. */
export interface AdminPassword {
  signIn(given: string, sender: Sender, change: SignInChange, arrival?: Arrival): Promise<SignIn>;
  confirm(given: string, sender: Sender): Promise<'right' | 'wrong' | 'busy'>;
  /** Replaces the password and ends all sessions. */
  change(passwords: NewPassword, sender: Sender, change: Change): Promise<'changed' | 'wrong' | 'busy'>;
  /**
   * Called at start. Sets the configured password; a changed one ends all sessions. Without a configured or stored
   * password, generates one and returns it: it cannot be shown again.
   */
  prepare(configured: string | null): Promise<string | null>;
}

export interface NewPassword {
  current: string;
  next: string;
}

interface AdminPasswordOptions {
  db: Database;
  sessions: Sessions;
  hashCost: HashCost;
  queue?: SignInQueue;
  createChallenge?: CreateChallenge;
}

export function createAdminPassword({
  db,
  sessions,
  hashCost,
  queue = createSignInQueue(),
  createChallenge = async () => null,
}: AdminPasswordOptions): AdminPassword {
  /**
   * The stored password if `given` matches it. It can be replaced at any time, so callers compare it again in their
   * transaction.
   */
  const compare = async (given: string, sender: Sender): Promise<StoredPassword | 'wrong' | 'busy'> => {
    const turn = await queue.run(sender, async () => {
      const stored = await findPassword(db);
      return stored !== null && (await isHashOf(stored.hash, given)) ? stored : 'wrong';
    });
    return turn === 'full' ? 'busy' : turn;
  };
  const signIn: AdminPassword['signIn'] = async (given, sender, change, arrival) => {
    const compared = await compare(given, sender);
    if (typeof compared === 'string') return { is: compared };
    // The password changed since the comparison: compare again.
    return (await enter(compared, change, arrival)) ?? signIn(given, sender, change, arrival);
  };
  const enter = (stored: StoredPassword, change: SignInChange, arrival?: Arrival): Promise<SignIn | null> =>
    change(
      async (trx): Promise<SignIn | null> => {
        if (!(await holdPassword(trx, stored))) return null;
        const wanted = await createChallenge(trx, null);
        if (wanted !== null) return { is: 'asked', wanted };
        const token = await sessions.start(trx, arrival && { userId: null, ...arrival });
        return { is: 'in', token, actor: ownerOf(newcomer) };
      },
      (signIn) => signIn && startedIn(signIn),
    );
  /** Returns false when the stored password changed in the meantime. */
  const replace = async (stored: StoredPassword, nextHash: string, change: Change): Promise<boolean> => {
    const isReplaced = await change(
      async (trx) => {
        const isStored = await replaceAndAskAnew(trx, stored, nextHash);
        if (isStored) await sessions.endAll(trx);
        return isStored;
      },
      (isStored) => (isStored ? {} : null),
    );
    if (isReplaced) sessions.publishEnded('all');
    return isReplaced;
  };

  const change: AdminPassword['change'] = async (passwords, sender, run) => {
    const compared = await compare(passwords.current, sender);
    if (typeof compared === 'string') return compared;
    const nextHash = await queue.run(sender, () => hashPassword(passwords.next, hashCost));
    if (nextHash === 'full') return 'busy';
    return (await replace(compared, nextHash, run)) ? 'changed' : change(passwords, sender, run);
  };
  const configure = async (configured: string): Promise<void> => {
    const stored = await findPassword(db);
    if (stored !== null && (await isHashOf(stored.hash, configured))) return;
    const nextHash = await hashPassword(configured, hashCost);
    const isStored =
      stored === null
        ? saveFirstPasswordHash(db, nextHash)
        : replace(stored, nextHash, (work) => db.transaction().execute(work));
    // Another process that starts at the same time stored its password first.
    if (!(await isStored)) await configure(configured);
  };

  return {
    signIn,
    async confirm(given, sender) {
      const compared = await compare(given, sender);
      return typeof compared === 'string' ? compared : 'right';
    },
    change,
    async prepare(configured) {
      if (configured !== null) {
        await configure(configured);
        return null;
      }
      if ((await findPassword(db)) !== null) return null;
      const generated = generatePassword();
      return (await saveFirstPasswordHash(db, await hashPassword(generated, hashCost))) ? generated : null;
    },
  };
}

/** Deletes open challenges too: they belong to the old password. */
async function replaceAndAskAnew(trx: Database, stored: StoredPassword, nextHash: string): Promise<boolean> {
  await deleteChallengesOf(trx, null);
  return replacePassword(trx, stored, nextHash);
}

export const generatePassword = (): string =>
  Array.from({ length: generatedLength }, () => generatedAlphabet[randomInt(generatedAlphabet.length)]).join('');
