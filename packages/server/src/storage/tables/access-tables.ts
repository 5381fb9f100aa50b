import type { Generated, Selectable } from 'kysely';
import type { Milliseconds } from './column-types.ts';

export interface SessionTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  created_at: Milliseconds;
  last_used_at: Milliseconds;
  /** Null: the owner. */
  user_id: number | null;
  /** Whom the proxy named that let this person in; null where none did. */
  proxy_name: string | null;
}

/** People besides the owner. */
export interface UserTable {
  id: Generated<number>;
  /** In small letters. */
  email: string;
  name: string;
  role: 'viewer' | 'editor' | 'admin';
  status: 'invited' | 'active' | 'disabled';
  created_at: Milliseconds;
}

/** Tokens for programs. One that is revoked is deleted. */
export interface ApiTokenTable {
  id: Generated<number>;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  name: string;
  /** Names of scopes, separated by commas. */
  scopes: string;
  /** The first characters of the token. */
  prefix: string;
  created_at: Milliseconds;
  /** Name of whoever made it. */
  created_by: string;
  /** Null: never. */
  expires_at: Milliseconds | null;
  last_used_at: Milliseconds | null;
  last_used_ip: string | null;
}

export type ApiTokenRow = Selectable<ApiTokenTable>;

/** That somebody changed something. */
export interface AuditEventTable {
  id: Generated<number>;
  at: Milliseconds;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  via: string;
  ip: string | null;
  action: string;
  target_kind: string;
  target_id: number | null;
  target_name: string | null;
  /** JSON of the contract's changes. */
  changes: string;
}

export type AuditEventRow = Selectable<AuditEventTable>;
