import { RequestError } from '@upvigil/core/contract/errors';
import type { UsedPasskey } from '@upvigil/core/contract/passkeys';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { Database } from '../../storage/database.ts';
import type { PasskeyRow } from '../../storage/tables/factor-tables.ts';
import { beginCeremony, type Ceremony, type CeremonyDeps, loadWebAuthn, takeSigned } from './ceremony.ts';
import { findChallenge } from './challenge-store.ts';
import { findPasskey, listPasskeys, notePasskeyUse } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

export interface VerifiedPasskey {
  userId: number | null;
  /** Records the use in the transaction of the sign-in. False when a concurrent request used it. */
  use(transaction: Database): Promise<boolean>;
}

/** A session whose person re-authenticates with a passkey. */
export interface ConfirmedSession {
  userId: number | null;
  /** SHA-256 of the session's token, hex. */
  tokenHash: string;
}

/** The person is not identified until the passkey is verified. */
const signingIn: Ceremony = { purpose: 'passkey', userId: null, content: {} };
const confirmingOf = ({ userId, tokenHash }: ConfirmedSession): Ceremony => ({
  purpose: 'confirm',
  userId,
  content: { session: tokenHash },
});

/**
 * Browser options to use a passkey. `secondFactor`: the challenge that it answers; then its person's passkeys are
 * listed.
 * @throws RequestError `unauthorized` when the challenge has expired
 */
export async function usePasskeyOptions(deps: CeremonyDeps, party: RelyingParty, secondFactor: string | undefined) {
  const open = secondFactor === undefined ? null : await openChallenge(deps, secondFactor);
  const own = open === null ? [] : await listPasskeys(deps.db, open.user_id);
  return optionsFor(deps, party, signingIn, own);
}

/** Browser options to re-authenticate with a passkey. @throws RequestError `conflict` when the person has none */
export async function confirmPasskeyOptions(deps: CeremonyDeps, party: RelyingParty, session: ConfirmedSession) {
  const own = await listPasskeys(deps.db, session.userId);
  if (own.length === 0) throw new RequestError('conflict', factorMessages.passkey.none);
  return optionsFor(deps, party, confirmingOf(session), own);
}

async function optionsFor(deps: CeremonyDeps, party: RelyingParty, ceremony: Ceremony, named: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await beginCeremony(deps, ceremony),
    allowCredentials: named.map(({ credential_id }) => ({ id: credential_id })),
    userVerification: 'required',
  });
}

async function openChallenge({ db, clock }: CeremonyDeps, challenge: string) {
  const open = await findChallenge(db, { challenge, purpose: 'second_factor', now: clock.now() });
  if (open === null) throw new RequestError('unauthorized', factorMessages.startAgain);
  return open;
}

/**
 * The owner of the passkey; null when it is not accepted. Consumes its challenge in any case. `confirmed`: the
 * session to re-authenticate; absent: a sign-in.
 */
export async function verifyPasskey(
  deps: CeremonyDeps,
  party: RelyingParty,
  { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }: UsedPasskey,
  confirmed?: ConfirmedSession,
): Promise<VerifiedPasskey | null> {
  const expectedChallenge = await takeSigned(deps, confirmed ? confirmingOf(confirmed) : signingIn, clientDataJSON);
  const row = expectedChallenge === null ? null : await findPasskey(deps.db, id);
  if (expectedChallenge === null || row === null || (confirmed && row.user_id !== confirmed.userId)) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const response = { clientDataJSON, authenticatorData, signature };
  const result = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: row.credential_id,
      counter: row.counter,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    },
    // Malformed data and a signature for another site are refused like a wrong signature.
  }).catch(() => null);
  if (!result?.verified) return null;
  const next = { counter: result.authenticationInfo.newCounter, now: deps.clock.now() };
  return { userId: row.user_id, use: (trx) => notePasskeyUse(trx, row, next) };
}
