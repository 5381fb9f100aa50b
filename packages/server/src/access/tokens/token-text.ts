import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { apiTokenForm } from '@upvigil/core/contract/names/scopes';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const beginning = 'upv_';
/** 62^43 is more than 2^256. */
const secretLength = 43;
const checksumLength = 6;

/** A new API token: `upv_`, 256 random bits, and a checksum, in the form that leaked-secret scanners expect. */
export function newApiToken(random: Buffer = randomBytes(32)): string {
  const secret = toBase62(BigInt(`0x${random.toString('hex')}`), secretLength);
  return beginning + secret + checksum(secret);
}

/** Whether a token has the form of an API token. Session tokens have another length. */
export const isMeantAsApiToken = (token: string): boolean =>
  token.startsWith(beginning) && token.length !== secretLength;

/** Verifies the checksum, so that a mistyped token is refused without a query. */
export function isWholeApiToken(token: string): boolean {
  if (!apiTokenForm.test(token)) return false;
  const secret = token.slice(beginning.length, -checksumLength);
  return token.endsWith(checksum(secret));
}

const checksum = (secret: string): string => toBase62(BigInt(crc32(secret)), checksumLength);

function toBase62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
