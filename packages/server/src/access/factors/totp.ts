import { defaults } from '@upvigil/core/defaults';

/** Loaded with the first code that somebody enters. */
const load = () => import('otpauth');

/** What every authenticator app knows: SHA-1, six digits, steps of half a minute (RFC 6238). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** So many steps early or late is a code taken: the clock of a phone may be off. */
const stepsAround = 1;

/** A new secret of 160 bits, in base32, and the address that a QR code shows. `label`: whose it is. */
export async function newTotp(label: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await load();
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ ...form, issuer: defaults.productName, label, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/** The step, counted since the epoch, whose code this is; null where it is none that holds now. `now` in milliseconds since the epoch. */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: stepsAround });
  return delta === null ? null : Math.floor(now / 1000 / form.period) + delta;
}
