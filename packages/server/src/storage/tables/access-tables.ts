import type { Generated, Selectable } from 'kysely';
import type { Milliseconds } from './column-types.ts';

/** Whoever may enter besides the owner. */
export interface UserTable {
  id: Generated<number>;
  /** In small letters. */
  email: string;
  /** Empty until the invitation is accepted. */
  name: string;
  role: string;
  status: string;
  /** argon2id; null while they have no password. */
  password_hash: string | null;
  created_at: Milliseconds;
  last_seen_at: Milliseconds | null;
  /** SHA-256 of the invitation's token, hex; null once it was accepted. */
  invitation_hash: string | null;
  invitation_expires_at: Milliseconds | null;
}

export type UserRow = Selectable<UserTable>;

export interface SessionTable {
  id: Generated<number>;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  /** Null: the owner's. */
  user_id: number | null;
  created_at: Milliseconds;
  last_used_at: Milliseconds;
  /** When whoever has it proved last that it is them. */
  confirmed_at: Milliseconds;
  ip: string | null;
  /** By what it was begun: `browser`, `cli` or `api`. */
  client: string;
  /** Whom the proxy named that let this person in; null where none did. */
  proxy_name: string | null;
}

export type SessionRow = Selectable<SessionTable>;

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
  /** The user who made it; null: the owner. */
  maker_id: number | null;
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
