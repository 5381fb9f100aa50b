import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../storage/database.ts';
import { apartFromCommitWork } from '../../storage/statements/before-commit.ts';
import type { AuthChallengeRow } from '../../storage/tables/factor-tables.ts';
import { insertChallenge, newChallenge, takeChallenge } from '../factors/challenge-store.ts';

/** Loaded with the first passkey that somebody makes or uses. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

export interface CeremonyDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
}

type Ceremony = 'passkey' | 'new_passkey';
const lifeMs = limits.secondFactor.minutes * 60_000;

/** A challenge for a browser to sign, once. */
export async function beginCeremony(
  { db, clock }: CeremonyDeps,
  purpose: Ceremony,
  userId: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newChallenge();
  const made = { challenge, purpose, userId, content: {}, now: clock.now(), lifeMs };
  await apartFromCommitWork(() => insertChallenge(db, made));
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}

const clientData = z.object({ challenge: z.string().regex(/^[\w-]+$/) });

/** The challenge that a browser signed, used up by this; null where none waits. */
export async function takeSigned(
  { db, clock }: CeremonyDeps,
  purpose: Ceremony,
  clientDataJSON: string,
): Promise<{ challenge: string; row: AuthChallengeRow } | null> {
  const parsed = clientData.safeParse(jsonOf(clientDataJSON));
  if (!parsed.success) return null;
  const { challenge } = parsed.data;
  const row = await apartFromCommitWork(() => takeChallenge(db, { challenge, purpose, now: clock.now() }));
  return row && { challenge, row };
}

function jsonOf(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
