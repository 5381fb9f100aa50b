import type { Selectable } from 'kysely';
import { generatedId, nullable, oneOf, reference, size, text, time } from './columns.ts';
import { ofInstallation, type TableOf } from './table.ts';

/** Secrets of authenticator apps: for each person up to one active secret, and one that is being set up. */
const totp_secrets = ofInstallation({
  id: generatedId,
  /** Null: the owner. */
  user_id: nullable(reference('users')),
  /** Base32, encrypted. */
  secret: text,
  created_at: time,
  /** Null: not confirmed yet, and inactive. */
  confirmed_at: nullable(time),
  /** The last used TOTP step, in units of 30 seconds since the epoch. */
  last_step: nullable(size),
});

/** Unused recovery codes. */
const recovery_codes = ofInstallation({
  id: generatedId,
  user_id: nullable(reference('users')),
  /** Base64, the same for all codes of a person. */
  salt: text,
  /** Argon2id of the code, base64. */
  hash: text,
});

const passkeys = ofInstallation({
  id: generatedId,
  user_id: nullable(reference('users')),
  /** Base64url, as received from the authenticator. */
  credential_id: text,
  /** COSE, base64url. */
  public_key: text,
  /** Signature counter of the authenticator, if it supports one. */
  counter: size,
  /** How browsers reach it, separated by commas. */
  transports: text,
  name: text,
  created_at: time,
  last_used_at: nullable(time),
});

/** Pending challenges of sign-ins, invitations, re-authentications and new passkeys. */
const auth_challenges = ofInstallation({
  /** SHA-256 of the challenge, hex. */
  hash: text,
  purpose: oneOf(['second_factor', 'passkey', 'new_passkey', 'invitation', 'confirm', 'oidc', 'exchange']),
  user_id: nullable(reference('users')),
  /** JSON; its form depends on the purpose. */
  content: text,
  tries: size,
  expires_at: time,
});

/** Programs that wait for approval of their sign-in. */
const device_codes = ofInstallation({
  /** SHA-256 of the device code, hex. */
  hash: text,
  user_code: text,
  /** The user who approved; null: nobody yet, or the owner. */
  user_id: nullable(reference('users')),
  approved_at: nullable(time),
  /** Time of the program's last poll. */
  asked_at: nullable(time),
  expires_at: time,
});

/** Accounts of users at providers. */
const identities = ofInstallation({
  id: generatedId,
  user_id: reference('users'),
  issuer: text,
  subject: text,
  created_at: time,
});

export const factorTables = { totp_secrets, recovery_codes, passkeys, auth_challenges, device_codes, identities };

export type TotpSecretRow = Selectable<TableOf<typeof totp_secrets>>;
export type PasskeyRow = Selectable<TableOf<typeof passkeys>>;
export type AuthChallengeRow = Selectable<TableOf<typeof auth_challenges>>;
export type DeviceCodeRow = Selectable<TableOf<typeof device_codes>>;
