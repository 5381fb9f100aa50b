import type { Generated, Selectable } from 'kysely';
import type { Milliseconds } from './column-types.ts';

/** Secrets of authenticator apps: of each person one that counts at most, and one that is being set up. */
interface TotpSecretTable {
  id: Generated<number>;
  /** Null: the owner. */
  user_id: number | null;
  /** Base32, sealed. */
  secret: string;
  created_at: Milliseconds;
  /** Null: nobody has confirmed it yet, and it does not count. */
  confirmed_at: Milliseconds | null;
  /** The step of 30 seconds, since the epoch, whose code was used last. */
  last_step: number | null;
}

/** Recovery codes that were not used yet. */
interface RecoveryCodeTable {
  id: Generated<number>;
  user_id: number | null;
  /** Base64, the same for all codes of a person. */
  salt: string;
  /** Argon2id of the code, base64. */
  hash: string;
}

export interface PasskeyTable {
  id: Generated<number>;
  user_id: number | null;
  /** Base64url, as the authenticator gave it. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often it signed, as far as it counts. */
  counter: number;
  /** How browsers reach it, separated by commas. */
  transports: string;
  name: string;
  created_at: Milliseconds;
  last_used_at: Milliseconds | null;
}

/** What waits to be answered while somebody signs in, accepts an invitation, confirms, or adds a passkey. */
interface AuthChallengeTable {
  /** SHA-256 of the challenge, hex. */
  hash: string;
  purpose: 'second_factor' | 'passkey' | 'new_passkey' | 'invitation' | 'confirm' | 'oidc' | 'exchange';
  user_id: number | null;
  /** JSON, by the purpose. */
  content: string;
  tries: number;
  expires_at: Milliseconds;
}

/** Programs that wait for somebody to let them in. */
interface DeviceCodeTable {
  /** SHA-256 of the device code, hex. */
  hash: string;
  user_code: string;
  /** Of whoever approved; null: nobody yet, or the owner. */
  user_id: number | null;
  approved_at: Milliseconds | null;
  /** When the program asked last. */
  asked_at: Milliseconds | null;
  expires_at: Milliseconds;
}

/** Who somebody is at a provider. */
interface IdentityTable {
  id: Generated<number>;
  user_id: number;
  issuer: string;
  subject: string;
  created_at: Milliseconds;
}

export interface FactorTables {
  totp_secrets: TotpSecretTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  auth_challenges: AuthChallengeTable;
  device_codes: DeviceCodeTable;
  identities: IdentityTable;
}

export type TotpSecretRow = Selectable<TotpSecretTable>;
export type PasskeyRow = Selectable<PasskeyTable>;
export type AuthChallengeRow = Selectable<AuthChallengeTable>;
export type DeviceCodeRow = Selectable<DeviceCodeTable>;
