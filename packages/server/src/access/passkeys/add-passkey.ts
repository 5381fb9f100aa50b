import type { NewPasskey } from '@upvigil/core/contract/factors';
import { defaults } from '@upvigil/core/defaults';
import { RequestError } from '@upvigil/core/errors';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/page-messages/factors';
import type { PasskeyRow } from '../../storage/tables/factor-tables.ts';
import { hasSecondFactor } from '../factors/factor-store.ts';
import type { Person } from '../factors/person.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from '../factors/recovery-codes.ts';
import { beginCeremony, type CeremonyDeps, loadWebAuthn, takeSigned } from './ceremony.ts';
import { insertPasskey, listPasskeys } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** What a browser needs to make a passkey. @throws RequestError `conflict` where the person has too many */
export async function newPasskeyOptions(deps: CeremonyDeps, party: RelyingParty, { userId, name }: Person) {
  const present = await listPasskeys(deps.db, userId);
  if (present.length >= limits.passkey.most)
    throw new RequestError('conflict', factorMessages.passkey.tooMany(limits.passkey.most));
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    ...{ rpName: defaults.productName, rpID: party.id, userName: name, userDisplayName: name },
    userID: new TextEncoder().encode(userId === null ? 'owner' : `user ${userId}`),
    challenge: await beginCeremony(deps, 'new_passkey', userId),
    attestationType: 'none',
    excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** A passkey as it was added; with a person's first factor, recovery codes. */
export interface AddedPasskey {
  row: PasskeyRow;
  codes: string[] | null;
}

/** Adds what a browser made. @throws RequestError `invalid` when it is not accepted, `conflict` when it is there already */
export async function addPasskey(
  deps: CeremonyDeps,
  party: RelyingParty,
  { userId }: Person,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<AddedPasskey> {
  const credential = await verifyNew(deps, party, userId, passkey);
  const made = (await hasSecondFactor(deps.db, userId)) ? null : await makeRecoveryCodes();
  const row = await deps.db.transaction().execute(async (trx) => {
    const added = await insertPasskey(trx, {
      ...{ user_id: userId, credential_id: credential.id, name, counter: credential.counter },
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      transports: (passkey.response.transports ?? []).join(','),
      ...{ created_at: deps.clock.now(), last_used_at: null },
    });
    if (added && made) await replaceRecoveryCodes(trx, userId, made);
    return added;
  });
  if (row === null) throw new RequestError('conflict', factorMessages.passkey.known);
  return { row, codes: made?.codes ?? null };
}

async function verifyNew(
  deps: CeremonyDeps,
  party: RelyingParty,
  userId: number | null,
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: NewPasskey,
) {
  const signed = await takeSigned(deps, 'new_passkey', clientDataJSON);
  if (signed === null || signed.row.user_id !== userId) throw notAccepted();
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    ...{ expectedChallenge: signed.challenge, expectedOrigin: party.origin, expectedRPID: party.id },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw notAccepted(cause);
  });
  if (!registrationInfo) throw notAccepted();
  return registrationInfo.credential;
}

const notAccepted = (cause?: unknown): RequestError =>
  new RequestError('invalid', factorMessages.passkey.refused, {
    errors: [{ field: 'passkey', message: factorMessages.passkey.refused }],
    cause,
  });
