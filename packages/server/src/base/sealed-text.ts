import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
/** The size that NIST SP 800-38D recommends for GCM. */
const nonceBytes = 12;
const tagBytes = 16;
const sealedForm = /^sealed:([0-9a-f]{16}):([A-Za-z0-9_-]+)$/;

export const otherKeyMessage =
  'a stored secret is encrypted with another key: enter it again, or set SECRET_KEY to the key of the installation that it comes from';

/** Text encrypted with another key. The message is one sentence for the administrator. */
export class OtherKeyError extends Error {
  override readonly name = 'OtherKeyError';
}

/** Identifies a key without revealing it. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('upvigil secret key').update(key).digest('hex').slice(0, 16);

export const isSealed = (text: string): boolean => sealedForm.test(text);

/** Fingerprint of the key; null for text in the clear. */
export const sealedUnder = (text: string): string | null => sealedForm.exec(text)?.[1] ?? null;

/**
 * Encrypts text by AES-256-GCM (NIST SP 800-38D). `place`: its storage location, authenticated with it. A secret moved
 * within the database cannot be decrypted, so an attacker who can write the database cannot redirect it to another
 * service.
 */
export function sealText(key: Buffer, text: string, place: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `sealed:${fingerprintOf(key)}:${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`;
}

/**
 * Decrypts text; returns text in the clear unchanged.
 * @throws OtherKeyError if the key or the place differs, or the text was changed
 */
export function openText(key: Buffer, sealed: string, place: string): string {
  const [, fingerprint, encoded] = sealedForm.exec(sealed) ?? [];
  if (fingerprint === undefined || encoded === undefined) return sealed;
  if (fingerprint !== fingerprintOf(key)) throw new OtherKeyError(otherKeyMessage);
  try {
    const bytes = Buffer.from(encoded, 'base64url');
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new OtherKeyError('a stored secret was damaged, or moved from another place: enter it again', { cause });
  }
}
