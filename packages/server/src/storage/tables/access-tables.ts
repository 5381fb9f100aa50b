import type { Selectable } from 'kysely';
import { generatedId, id, nullable, size, text, time, withDefault } from './columns.ts';
import { ofInstallation, type TableOf } from './table.ts';

/** Users other than the owner. */
const users = ofInstallation({
  id: generatedId,
  /** In lower case. */
  email: text,
  /** Empty until the invitation is accepted. */
  name: text,
  role: text,
  status: text,
  /** argon2id; null without a password. */
  password_hash: nullable(text),
  created_at: time,
  last_seen_at: nullable(time),
  /** SHA-256 of the invitation's token, hex; null once accepted. */
  invitation_hash: nullable(text),
  invitation_expires_at: nullable(time),
});

const sessions = ofInstallation({
  id: generatedId,
  /** SHA-256 of the token, hex. */
  token_hash: text,
  /** Null: the owner. */
  user_id: nullable(id),
  created_at: time,
  last_used_at: time,
  /** Time of the last re-authentication. */
  confirmed_at: time,
  ip: nullable(text),
  /** Client type: `browser`, `cli` or `api`. */
  client: text,
  /** User name given by the proxy; null without one. */
  proxy_name: nullable(text),
});

/** Tokens for programs. A revoked one is deleted. */
const api_tokens = ofInstallation({
  id: generatedId,
  /** SHA-256 of the token, hex. */
  token_hash: text,
  name: text,
  /** Names of scopes, separated by commas. */
  scopes: text,
  /** The first characters of the token. */
  prefix: text,
  created_at: time,
  /** Name of the creator. */
  created_by: text,
  /** The user who created it; null: the owner. */
  maker_id: nullable(id),
  /** Null: never. */
  expires_at: nullable(time),
  last_used_at: nullable(time),
  last_used_ip: nullable(text),
});

const audit_events = ofInstallation({
  id: generatedId,
  at: time,
  actor_kind: text,
  actor_id: nullable(id),
  actor_name: text,
  via: text,
  ip: nullable(text),
  action: text,
  target_kind: text,
  target_id: nullable(id),
  target_name: nullable(text),
  /** JSON of the contract's changes. */
  changes: text,
});

/** Links that give read access to one website. The link itself is derived from the id, the expiry and a key. */
const share_links = ofInstallation({
  id: generatedId,
  website_id: id,
  /** Identifies the website together with its id, which may belong to another one after a restore. */
  website_created_at: time,
  name: text,
  created_at: time,
  /** Name of the creator. */
  created_by: text,
  /** Whole seconds. */
  expires_at: time,
  last_used_at: nullable(time),
  views: withDefault(size),
  revoked_at: nullable(time),
});

export const accessTables = { users, sessions, api_tokens, audit_events, share_links };

export type UserRow = Selectable<TableOf<typeof users>>;
export type SessionRow = Selectable<TableOf<typeof sessions>>;
export type ApiTokenRow = Selectable<TableOf<typeof api_tokens>>;
export type AuditEventRow = Selectable<TableOf<typeof audit_events>>;
export type ShareLinkRow = Selectable<TableOf<typeof share_links>>;
