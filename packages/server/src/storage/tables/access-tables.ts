import type { Generated, Selectable } from 'kysely';
import type { Milliseconds } from './column-types.ts';

export interface SessionTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  created_at: Milliseconds;
  last_used_at: Milliseconds;
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

/** Links by which others read one website. The link itself is made of the id, its end and a key. */
export interface ShareLinkTable {
  id: Generated<number>;
  website_id: number;
  /** With the id it names the website: after a restore the id may be another's. */
  website_created_at: Milliseconds;
  name: string;
  created_at: Milliseconds;
  /** Name of whoever made it. */
  created_by: string;
  /** Whole seconds. */
  expires_at: Milliseconds;
  last_used_at: Milliseconds | null;
  views: Generated<number>;
  revoked_at: Milliseconds | null;
}

export type ShareLinkRow = Selectable<ShareLinkTable>;
