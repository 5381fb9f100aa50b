import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import type { HashCost } from '../password-store.ts';
import { insertChallenge, newChallenge, takeChallenge } from './challenge-store.ts';

/** Loaded with the first passkey ceremony. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

export interface CeremonyDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  /** Hash cost of the recovery codes that come with the first passkey. */
  hashCost: HashCost;
}

/** The purpose of a challenge, which is valid for this purpose and person only. */
export interface Ceremony {
  purpose: 'passkey' | 'new_passkey' | 'invitation' | 'confirm';
  /** Null: the owner, or a person not identified yet. */
  userId: number | null;
  /** Further values that the challenge is bound to. */
  content: Readonly<Record<string, string>>;
}

const lifeMs = limits.secondFactor.minutes * minuteMs;

/** Creates a one-time challenge for a browser to sign. */
export async function beginCeremony({ db, clock }: CeremonyDeps, ceremony: Ceremony): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newChallenge();
  const made = { ...ceremony, challenge, now: clock.now(), lifeMs };
  await insertChallenge(db, made);
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}

const clientData = z.object({ challenge: z.string().regex(/^[\w-]+$/) });

/** Consumes and returns the challenge that a browser signed; null when none is open. */
export async function takeSigned(
  { db, clock }: CeremonyDeps,
  { purpose, userId, content }: Ceremony,
  clientDataJSON: string,
): Promise<string | null> {
  const parsed = clientData.safeParse(jsonOf(clientDataJSON));
  if (!parsed.success) return null;
  const { challenge } = parsed.data;
  const row = await takeChallenge(db, { challenge, purpose, now: clock.now() });
  return row?.user_id === userId && row.content === JSON.stringify(content) ? challenge : null;
}

function jsonOf(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
