import { randomBytes } from 'node:crypto';
import type { Database } from '../../storage/database.ts';
import type { AuthChallengeRow } from '../../storage/tables/factor-tables.ts';
import { deleteApprovalsOf } from '../device-store.ts';
import { hashToken } from '../sessions.ts';

/** Challenges are stored as a hash of the answer. */
type ChallengePurpose = AuthChallengeRow['purpose'];

/** 256 random bits, base64url. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

interface NewChallenge {
  challenge: string;
  purpose: ChallengePurpose;
  /** Null: the owner, or a person not identified yet. */
  userId: number | null;
  content: object;
  /** Milliseconds since the epoch. */
  now: number;
  lifeMs: number;
}

/** Also deletes expired challenges. */
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

/** An open challenge; null when there is none. */
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

/**
 * Counts an attempt before it is verified, so that concurrent attempts cannot slip through. Null when there is no
 * challenge or no attempt left.
 */
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

/** Consumes a challenge. Of several concurrent requests one gets it, the others null. */
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
 * Deletes a person's open challenges, and their device approvals without a token. Called when the password or a
 * second factor changes.
 */
export async function deleteChallengesOf(db: Database, userId: number | null): Promise<void> {
  await db
    .deleteFrom('auth_challenges')
    .where('purpose', '=', 'second_factor')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute();
  await deleteApprovalsOf(db, userId);
}
