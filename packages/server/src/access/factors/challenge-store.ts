import { randomBytes } from 'node:crypto';
import type { Database } from '../../storage/database.ts';
import type { AuthChallengeRow } from '../../storage/tables/factor-tables.ts';
import { deleteApprovalsOf } from '../device-store.ts';
import { hashToken } from '../sessions.ts';

/** Kinds of challenges. Only a hash of the answer is stored. */
export type ChallengePurpose = AuthChallengeRow['purpose'];

/** 256 random bits, base64url. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

export interface NewChallenge {
  challenge: string;
  purpose: ChallengePurpose;
  /** Null: the owner, or nobody that is known yet. */
  userId: number | null;
  content: object;
  /** Milliseconds since the epoch. */
  now: number;
  lifeMs: number;
}

/** Stores one, and deletes those that are over. */
export async function insertChallenge(db: Database, made: NewChallenge): Promise<void> {
  await db.deleteFrom('auth_challenges').where('expires_at', '<=', made.now).execute();
  await db
    .insertInto('auth_challenges')
    .values({
      hash: hashToken(made.challenge),
      purpose: made.purpose,
      user_id: made.userId,
      content: JSON.stringify(made.content),
      tries: 0,
      expires_at: made.now + made.lifeMs,
    })
    .execute();
}

interface Asked {
  challenge: string;
  purpose: ChallengePurpose;
  now: number;
}

/** An open challenge; null where there is none. */
export async function findChallenge(
  db: Database,
  { challenge, purpose, now }: Asked,
): Promise<AuthChallengeRow | null> {
  const row = await db
    .selectFrom('auth_challenges')
    .selectAll()
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Counts a try, before it is judged, so that tries at once cannot slip through; null where there is none or it had all its tries. */
export async function tryChallenge(
  db: Database,
  { challenge, purpose, now, most }: Asked & { most: number },
): Promise<AuthChallengeRow | null> {
  const row = await db
    .updateTable('auth_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('tries', '<', most)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Uses one up: of several who do so at once one gets it, the others null. */
export async function takeChallenge(
  db: Database,
  { challenge, purpose, now }: Asked,
): Promise<AuthChallengeRow | null> {
  const row = await db
    .deleteFrom('auth_challenges')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Ends what a person was about to answer, and what they have let in that has no token yet: after a change of the password, or of what
 * they may answer with.
 */
export async function deleteChallengesOf(db: Database, userId: number | null): Promise<void> {
  await db
    .deleteFrom('auth_challenges')
    .where('purpose', '=', 'second_factor')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute();
  await deleteApprovalsOf(db, userId);
}
