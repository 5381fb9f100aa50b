import type { Scope } from '@upvigil/core/access/scopes';

/** Who asks, and what they may do. */
export interface Caller {
  kind: 'owner' | 'user' | 'token';
  /** Of a user or a token; null for the owner. */
  id: number | null;
  name: string;
  scopes: readonly Scope[];
  /** SHA-256 of the token that came, hex. Event streams are found by it. */
  tokenHash: string;
  /** Milliseconds since the epoch; null: never, and for a person. */
  expiresAt: number | null;
  /** Whom the proxy named that let this person in; null where none did. */
  proxyName: string | null;
  /** Whether nothing may be done before a second factor is set up. */
  mustSetUpFactor: boolean;
}

/** Name of whoever signs in with the password. */
const ownerName = 'owner';
const ownerScopes: readonly Scope[] = ['admin'];

/** The owner, who came with this token of a session. */
export const ownerOf = (tokenHash: string): Caller => ({
  ...{ kind: 'owner', id: null, name: ownerName, scopes: ownerScopes },
  ...{ tokenHash, expiresAt: null, proxyName: null, mustSetUpFactor: false },
});

/** What makers of tokens may do now, by their names. There is the owner, who may do all. */
export const makerScopes = (name: string): readonly Scope[] => (name === ownerName ? ownerScopes : []);
