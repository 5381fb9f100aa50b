import { defaults } from '@upvigil/core/defaults';

/** Loaded with the first code that somebody enters. */
const load = () => import('otpauth');

/** The defaults of every authenticator app: SHA-1, six digits, steps of 30 s (RFC 6238). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps accepted before and after the present one, because the clock of a phone may be off. */
const stepsAround = 1;

/** A new 160-bit secret in base32, and the address for the QR code. `label`: the account name. */
export async function newTotp(label: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await load();
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ ...form, issuer: defaults.productName, label, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * The time step of this code, counted since the epoch; null when the code is not valid now. `now` in milliseconds
 * since the epoch.
 */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: stepsAround });
  return delta === null ? null : Math.floor(now / 1000 / form.period) + delta;
}
