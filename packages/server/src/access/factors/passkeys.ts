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

/** Passkeys: WebAuthn with user verification, for the pages of this server's public address alone. */
export interface Passkeys {
  /** Why there are none here; null where there are. */
  off: string | null;
  /** Options of a browser to create one. @throws RequestError `conflict` where they are off, or there are too many */
  newOptions(maker: PasskeyMaker): Promise<{ challenge: string }>;
  /** Accepts what a browser made, which is not stored yet. @throws RequestError `invalid` when it is not accepted, `conflict` as before */
  verifyNew(maker: PasskeyMaker, made: NewPasskey): Promise<MadePasskey>;
  /** Adds what a browser made. @throws RequestError `invalid` when it is not accepted, `conflict` as before */
  add(person: Person, made: { name: string; passkey: NewPasskey }, change: Creation): Promise<AddedPasskey>;
  /**
   * Options of a browser to use one; `secondFactor`: the challenge that it answers.
   * @throws RequestError `conflict` where they are off, `unauthorized` when that challenge is over
   */
  useOptions(secondFactor: string | undefined): Promise<{ challenge: string }>;
  /** Options of a browser to confirm with one. @throws RequestError `conflict` where they are off, or the person has none */
  confirmOptions(session: ConfirmedSession): Promise<{ challenge: string }>;
  /**
   * Null where it is not accepted. Its challenge is used up in any case. `confirmed`: the session that it confirms; absent: it signs
   * in.
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
