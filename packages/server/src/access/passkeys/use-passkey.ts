import type { UsedPasskey } from '@upvigil/core/contract/factors';
import { RequestError } from '@upvigil/core/errors';
import { factorMessages } from '@upvigil/core/page-messages/factors';
import type { Database } from '../../storage/database.ts';
import { findChallenge } from '../factors/challenge-store.ts';
import { beginCeremony, type CeremonyDeps, loadWebAuthn, takeSigned } from './ceremony.ts';
import { findPasskey, listPasskeys, notePasskeyUse } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** What a passkey proved. */
export interface VerifiedPasskey {
  userId: number | null;
  /** Notes its use, in the transaction of the sign-in. False where it was used at the same time. */
  use(transaction: Database): Promise<boolean>;
}

/**
 * What a browser needs to use a passkey. `secondFactor`: the challenge that it is to answer, whose passkeys are named then.
 * @throws RequestError `unauthorized` when that challenge is over
 */
export async function usePasskeyOptions(deps: CeremonyDeps, party: RelyingParty, secondFactor: string | undefined) {
  const open = secondFactor === undefined ? null : await openChallenge(deps, secondFactor);
  const own = open === null ? [] : await listPasskeys(deps.db, open.user_id);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await beginCeremony(deps, 'passkey', null),
    allowCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
    userVerification: 'required',
  });
}

async function openChallenge({ db, clock }: CeremonyDeps, challenge: string) {
  const open = await findChallenge(db, { challenge, purpose: 'second_factor', now: clock.now() });
  if (open === null) throw new RequestError('unauthorized', factorMessages.startAgain);
  return open;
}

/** Whose passkey it is; null where it is not accepted. Its challenge is used up in any case. */
export async function verifyPasskey(
  deps: CeremonyDeps,
  party: RelyingParty,
  { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }: UsedPasskey,
): Promise<VerifiedPasskey | null> {
  const signed = await takeSigned(deps, 'passkey', clientDataJSON);
  const row = signed === null ? null : await findPasskey(deps.db, id);
  if (signed === null || row === null) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const response = { clientDataJSON, authenticatorData, signature };
  const result = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response },
    ...{ expectedChallenge: signed.challenge, expectedOrigin: party.origin, expectedRPID: party.id },
    requireUserVerification: true,
    credential: {
      ...{ id: row.credential_id, counter: row.counter },
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    },
    // What is malformed, or signed for another site, is refused as a wrong signature is.
  }).catch(() => null);
  if (!result?.verified) return null;
  const next = { counter: result.authenticationInfo.newCounter, now: deps.clock.now() };
  return { userId: row.user_id, use: (trx) => notePasskeyUse(trx, row, next) };
}
