import { type Role, roleScopes } from '@upvigil/core/contract/names/roles';
import type { Scope } from '@upvigil/core/contract/names/scopes';

/** The authenticated caller and their permissions. */
export interface Caller {
  kind: 'owner' | 'user' | 'token';
  /** The id of the user or token; null for the owner. */
  id: number | null;
  name: string;
  /** Set for users only. */
  email: string | null;
  /** Set for people; null for tokens. */
  role: Role | null;
  scopes: readonly Scope[];
  /** SHA-256 of the request's token, hex. Event streams are found by it. */
  tokenHash: string;
  /** Milliseconds since the epoch. Null: no expiry, and always for people. */
  expiresAt: number | null;
  /**
   * Time of the last re-authentication, in milliseconds since the epoch. Null for tokens, which cannot
   * re-authenticate.
   */
  confirmedAt: number | null;
  /** The user name given by the proxy that signed this person in; null without a proxy. */
  proxyName: string | null;
  /** Whether the caller must set up a second factor before anything else. */
  mustSetUpFactor: boolean;
}

interface CallerSession {
  token_hash: string;
  confirmed_at: number;
  /** Absent means null. */
  proxy_name?: string | null;
}

/** Name of the person who signs in with the owner's password. */
export const ownerName = 'owner';
export const ownerScopes: readonly Scope[] = ['admin'];

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

/** Stands for a person who has no session yet, for the audit log. */
export const newcomer: CallerSession = { token_hash: '', confirmed_at: 0 };

/** The id for `user_id` and `maker_id`: null is the owner. */
export const userIdOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): number | null => (kind === 'user' ? id : null);
