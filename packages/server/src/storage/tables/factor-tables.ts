import type { Selectable } from 'kysely';
import { generatedId, nullable, oneOf, reference, size, text, time } from './columns.ts';
import { ofInstallation, type TableOf } from './table.ts';

/** Secrets of authenticator apps: of each person one that counts at most, and one that is being set up. */
const totp_secrets = ofInstallation({
  id: generatedId,
  /** Null: the owner. */
  user_id: nullable(reference('users')),
  /** Base32, sealed. */
  secret: text,
  created_at: time,
  /** Null: nobody has confirmed it yet, and it does not count. */
  confirmed_at: nullable(time),
  /** The step of 30 seconds, since the epoch, whose code was used last. */
  last_step: nullable(size),
});

/** Recovery codes that were not used yet. */
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
  /** Base64url, as the authenticator gave it. */
  credential_id: text,
  /** COSE, base64url. */
  public_key: text,
  /** How often it signed, as far as it counts. */
  counter: size,
  /** How browsers reach it, separated by commas. */
  transports: text,
  name: text,
  created_at: time,
  last_used_at: nullable(time),
});

/** What waits to be answered while somebody signs in, accepts an invitation, confirms, or adds a passkey. */
const auth_challenges = ofInstallation({
  /** SHA-256 of the challenge, hex. */
  hash: text,
  purpose: oneOf(['second_factor', 'passkey', 'new_passkey', 'invitation', 'confirm', 'oidc', 'exchange']),
  user_id: nullable(reference('users')),
  /** JSON, by the purpose. */
  content: text,
  tries: size,
  expires_at: time,
});

/** Programs that wait for somebody to let them in. */
const device_codes = ofInstallation({
  /** SHA-256 of the device code, hex. */
  hash: text,
  user_code: text,
  /** Of whoever approved; null: nobody yet, or the owner. */
  user_id: nullable(reference('users')),
  approved_at: nullable(time),
  /** When the program asked last. */
  asked_at: nullable(time),
  expires_at: time,
});

/** Who somebody is at a provider. */
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
