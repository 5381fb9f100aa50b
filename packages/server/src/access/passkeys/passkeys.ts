import type { NewPasskey, UsedPasskey } from '@upvigil/core/contract/factors';
import { RequestError } from '@upvigil/core/errors';
import type { Person } from '../factors/person.ts';
import { type AddedPasskey, addPasskey, newPasskeyOptions } from './add-passkey.ts';
import type { CeremonyDeps } from './ceremony.ts';
import { relyingPartyOf } from './relying-party.ts';
import { usePasskeyOptions, type VerifiedPasskey, verifyPasskey } from './use-passkey.ts';

/** Passkeys: WebAuthn with user verification, for the pages of this server's public address alone. */
export interface Passkeys {
  /** Why there are none here; null where there are. */
  off: string | null;
  /** What a browser needs to make one. @throws RequestError `conflict` where they are off, or there are too many */
  newOptions(person: Person): Promise<{ challenge: string }>;
  /** Adds what a browser made. @throws RequestError `invalid` when it is not accepted, `conflict` as before */
  add(person: Person, made: { name: string; passkey: NewPasskey }): Promise<AddedPasskey>;
  /**
   * What a browser needs to use one; `secondFactor`: the challenge that it is to answer.
   * @throws RequestError `conflict` where they are off, `unauthorized` when that challenge is over
   */
  useOptions(secondFactor: string | undefined): Promise<{ challenge: string }>;
  /** Null where it is not accepted. Its challenge is used up in any case. */
  verify(used: UsedPasskey): Promise<VerifiedPasskey | null>;
}

export function createPasskeys({ baseUrl, ...deps }: CeremonyDeps & { baseUrl: string | null }): Passkeys {
  const party = relyingPartyOf(baseUrl);
  const requireParty = () => {
    if ('off' in party) throw new RequestError('conflict', party.off);
    return party;
  };
  return {
    off: 'off' in party ? party.off : null,
    newOptions: async (person) => newPasskeyOptions(deps, requireParty(), person),
    add: async (person, made) => addPasskey(deps, requireParty(), person, made),
    useOptions: async (secondFactor) => usePasskeyOptions(deps, requireParty(), secondFactor),
    verify: async (used) => ('off' in party ? null : verifyPasskey(deps, party, used)),
  };
}
