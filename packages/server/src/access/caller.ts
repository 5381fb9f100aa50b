import { type Role, roleScopes } from '@upvigil/core/contract/names/roles';
import type { Scope } from '@upvigil/core/contract/names/scopes';

/** The caller and their permissions. */
export interface Caller {
  kind: 'owner' | 'user' | 'token';
  /** Of a user or a token its id; null for the owner. */
  id: number | null;
  name: string;
  /** Of a user. */
  email: string | null;
  /** Of a person; null of a token. */
  role: Role | null;
  scopes: readonly Scope[];
  /** SHA-256 of the token that came, hex. Event streams are found by it. */
  tokenHash: string;
  /** Milliseconds since the epoch; null: never, and for a person. */
  expiresAt: number | null;
  /** Of a person: when they proved last that it is them, in milliseconds since the epoch. Null of a token, which proves nothing. */
  confirmedAt: number | null;
  /** Whom the proxy named that let this person in; null where none did. */
  proxyName: string | null;
  /** Whether nothing may be done before a second factor is set up. */
  mustSetUpFactor: boolean;
}

/** The session that somebody came with. */
export interface CallerSession {
  token_hash: string;
  confirmed_at: number;
  /** Absent: as null. */
  proxy_name?: string | null;
}

/** Name of whoever signs in with the owner's password. */
export const ownerName = 'owner';
/** The owner may do all. */
export const ownerScopes: readonly Scope[] = ['admin'];

/** The owner, who came with this session. */
export const ownerOf = ({ token_hash, confirmed_at, proxy_name }: CallerSession): Caller => ({
  kind: 'owner',
  id: null,
  name: ownerName,
  email: null,
  role: 'admin',
  scopes: ownerScopes,
  tokenHash: token_hash,
  expiresAt: null,
  confirmedAt: confirmed_at,
  proxyName: proxy_name ?? null,
  mustSetUpFactor: false,
});

/** A user, who came with this session. */
export const userOf = (
  { id, email, name, role }: { id: number; email: string; name: string; role: Role },
  { token_hash, confirmed_at, proxy_name }: CallerSession,
): Caller => ({
  kind: 'user',
  id,
  name: name || email,
  email,
  role,
  scopes: roleScopes[role],
  tokenHash: token_hash,
  expiresAt: null,
  confirmedAt: confirmed_at,
  proxyName: proxy_name ?? null,
  mustSetUpFactor: false,
});

/** Whoever is about to enter, before there is a session: for the audit. */
export const newcomer: CallerSession = { token_hash: '', confirmed_at: 0 };

/** The id in `user_id` and `maker_id`: null is the owner. */
export const userIdOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): number | null => (kind === 'user' ? id : null);
