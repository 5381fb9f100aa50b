import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
/** Bytes, as NIST SP 800-38D recommends for GCM. */
const nonceBytes = 12;
const tagBytes = 16;
const sealedForm = /^sealed:([0-9a-f]{16}):([A-Za-z0-9_-]+)$/;

export const otherKeyMessage =
  'a stored secret is sealed under another key: enter it again, or set SECRET_KEY to the key of the installation that it comes from';

/** Text that is sealed under another key than the one that is known. The message is one sentence for the administrator. */
export class OtherKeyError extends Error {
  override readonly name = 'OtherKeyError';
}

/** Distinguishes keys without revealing them. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('upvigil secret key').update(key).digest('hex').slice(0, 16);

export const isSealed = (text: string): boolean => sealedForm.test(text);

/** The fingerprint of the key under which it is sealed; null where it is not sealed. */
export const sealedUnder = (text: string): string | null => sealedForm.exec(text)?.[1] ?? null;

/**
 * Seals text by AES-256-GCM (NIST SP 800-38D). `place` says where it is stored: it opens nowhere else, so that who can
 * write the database cannot have it sent to another service.
 */
export function sealText(key: Buffer, text: string, place: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `sealed:${fingerprintOf(key)}:${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`;
}

/**
 * The text that was sealed; text that is not sealed as it is.
 * @throws OtherKeyError when it is sealed under another key, was sealed for another place, or was changed
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
