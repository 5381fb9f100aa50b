import { RequestError } from '@upvigil/core/contract/errors';
import type { NewPasskey, UsedPasskey } from '@upvigil/core/contract/passkeys';
import type { Creation } from '../audit/audit.ts';
import {
  type AddedPasskey,
  addPasskey,
  type MadePasskey,
  newPasskeyOptions,
  type PasskeyMaker,
  verifyNewPasskey,
} from './add-passkey.ts';
import type { CeremonyDeps } from './ceremony.ts';
import type { Person } from './person.ts';
import { relyingPartyOf } from './relying-party.ts';
import {
  type ConfirmedSession,
  confirmPasskeyOptions,
  usePasskeyOptions,
  type VerifiedPasskey,
  verifyPasskey,
} from './use-passkey.ts';

/** Passkeys: WebAuthn with user verification, limited to the server's public address. */
export interface Passkeys {
  /** Why passkeys are not available; null when they are. */
  off: string | null;
  /**
   * Browser options to create a passkey. @throws RequestError `conflict` when passkeys are off or the person has too
   * many
   */
  newOptions(maker: PasskeyMaker): Promise<{ challenge: string }>;
  /**
   * Verifies a new passkey without storing it. @throws RequestError `invalid` when it is not accepted, `conflict` as
   * `newOptions`
   */
  verifyNew(maker: PasskeyMaker, made: NewPasskey): Promise<MadePasskey>;
  /**
   * Verifies and stores a new passkey. @throws RequestError `invalid` when it is not accepted, `conflict` as
   * `newOptions`
   */
  add(person: Person, made: { name: string; passkey: NewPasskey }, change: Creation): Promise<AddedPasskey>;
  /**
   * Browser options to use a passkey. `secondFactor`: the challenge that it answers.
   * @throws RequestError `conflict` when passkeys are off, `unauthorized` when the challenge has expired
   */
  useOptions(secondFactor: string | undefined): Promise<{ challenge: string }>;
  /** Browser options to re-authenticate. @throws RequestError `conflict` when passkeys are off or the person has none */
  confirmOptions(session: ConfirmedSession): Promise<{ challenge: string }>;
  /**
   * Null when the passkey is not accepted. Consumes its challenge in any case. `confirmed`: the session to
   * re-authenticate; absent: a sign-in.
   */
  verify(used: UsedPasskey, confirmed?: ConfirmedSession): Promise<VerifiedPasskey | null>;
}

export function createPasskeys({ baseUrl, ...deps }: CeremonyDeps & { baseUrl: string | null }): Passkeys {
  const party = relyingPartyOf(baseUrl);
  const requireParty = () => {
    if ('off' in party) throw new RequestError('conflict', party.off);
    return party;
  };
  return {
    off: 'off' in party ? party.off : null,
    newOptions: async (maker) => newPasskeyOptions(deps, requireParty(), maker),
    verifyNew: async (maker, made) => verifyNewPasskey(deps, requireParty(), maker, made),
    add: async (person, made, change) => addPasskey(deps, requireParty(), { person, ...made }, change),
    useOptions: async (secondFactor) => usePasskeyOptions(deps, requireParty(), secondFactor),
    confirmOptions: async (session) => confirmPasskeyOptions(deps, requireParty(), session),
    verify: async (used, confirmed) => ('off' in party ? null : verifyPasskey(deps, party, used, confirmed)),
  };
}
