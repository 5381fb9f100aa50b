import { RequestError } from '@upvigil/core/contract/errors';
import type { NewPasskey } from '@upvigil/core/contract/passkeys';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { Database } from '../../storage/database.ts';
import type { PasskeyRow } from '../../storage/tables/factor-tables.ts';
import type { Creation } from '../audit/audit.ts';
import { lockLimits } from '../limit-lock.ts';
import { beginCeremony, type Ceremony, type CeremonyDeps, loadWebAuthn, takeSigned } from './ceremony.ts';
import { hasSecondFactor } from './factor-store.ts';
import { insertPasskey, listPasskeys } from './passkey-store.ts';
import type { Person } from './person.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import type { RelyingParty } from './relying-party.ts';

/** The person who creates a passkey: signed in, or accepting the invitation with this hash. */
export interface PasskeyMaker extends Person {
  /** The name that browsers show beside the account; absent: `name`. */
  displayName?: string | undefined;
  invitationHash?: string;
}

const ceremonyOf = ({ userId, invitationHash }: PasskeyMaker): Ceremony =>
  invitationHash === undefined
    ? { purpose: 'new_passkey', userId, content: {} }
    : { purpose: 'invitation', userId, content: { invitation: invitationHash } };

function expectRoom({ length }: readonly PasskeyRow[]): void {
  const { most } = limits.passkey;
  if (length >= most) throw new RequestError('conflict', factorMessages.passkey.tooMany(most));
}

/** Options for a browser to create a passkey. @throws RequestError `conflict` when the person has too many */
export async function newPasskeyOptions(deps: CeremonyDeps, party: RelyingParty, maker: PasskeyMaker) {
  const { userId, name, displayName = name } = maker;
  const present = await listPasskeys(deps.db, userId);
  expectRoom(present);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: defaults.productName,
    rpID: party.id,
    userName: name,
    userDisplayName: displayName,
    userID: new TextEncoder().encode(userId === null ? 'owner' : `user ${userId}`),
    challenge: await beginCeremony(deps, ceremonyOf(maker)),
    attestationType: 'none',
    excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** A verified new passkey. */
export interface MadePasskey {
  /** Stores it in the transaction of its purpose. @throws RequestError `conflict` when it is already stored */
  store(transaction: Database, name: string): Promise<PasskeyRow>;
}

/** Verifies a new passkey. Consumes its challenge in any case. @throws RequestError `invalid` when it is not accepted */
export async function verifyNewPasskey(
  deps: CeremonyDeps,
  party: RelyingParty,
  maker: PasskeyMaker,
  passkey: NewPasskey,
): Promise<MadePasskey> {
  const { id, publicKey, counter } = await verifyNew(deps, party, maker, passkey);
  return {
    async store(transaction, name) {
      const row = await insertPasskey(transaction, {
        user_id: maker.userId,
        credential_id: id,
        name,
        counter,
        public_key: Buffer.from(publicKey).toString('base64url'),
        transports: (passkey.response.transports ?? []).join(','),
        created_at: deps.clock.now(),
        last_used_at: null,
      });
      if (row === null) throw new RequestError('conflict', factorMessages.passkey.known);
      return row;
    },
  };
}

/** The added passkey. A person's first factor comes with recovery codes. */
export interface AddedPasskey {
  row: PasskeyRow;
  codes: string[] | null;
}

/** @throws RequestError `invalid` when it is not accepted, `conflict` when it is already stored or one too many */
export async function addPasskey(
  deps: CeremonyDeps,
  party: RelyingParty,
  { person, name, passkey }: { person: Person; name: string; passkey: NewPasskey },
  change: Creation,
): Promise<AddedPasskey> {
  const { userId } = person;
  const verified = await verifyNewPasskey(deps, party, person, passkey);
  const made = (await hasSecondFactor(deps.db, userId)) ? null : await makeRecoveryCodes(deps.hashCost);
  return change(
    async (trx) => {
      await lockLimits(trx);
      expectRoom(await listPasskeys(trx, userId));
      // A concurrent request may have added a factor and shown its recovery codes: those stay valid.
      const first = (await hasSecondFactor(trx, userId)) ? null : made;
      const row = await verified.store(trx, name);
      if (first) await replaceRecoveryCodes(trx, userId, first);
      return { row, codes: first?.codes ?? null };
    },
    (added) => ({ id: added.row.id }),
  );
}

async function verifyNew(
  deps: CeremonyDeps,
  party: RelyingParty,
  maker: PasskeyMaker,
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: NewPasskey,
) {
  const expectedChallenge = await takeSigned(deps, ceremonyOf(maker), clientDataJSON);
  if (expectedChallenge === null) throw notAccepted();
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
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
