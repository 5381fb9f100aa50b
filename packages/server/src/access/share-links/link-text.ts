import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Path prefix of shared pages. */
export const sharePath = '/share/';

/** The content of a link: the id of its row, and its end in milliseconds since the epoch, a whole second. */
export interface LinkContent {
  id: number;
  expires_at: number;
}

/** `{id}.{end in seconds since the epoch}.{HMAC-SHA-256 of both in base64url}` */
const linkShape = /^([1-9]\d{0,14})\.([1-9]\d{0,10})\.([A-Za-z0-9_-]{43})$/;

/** A derived key: the installation's key seals secrets. */
export const shareKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'share links', 32));

/** The last part of the address. One row always gives the same text, so that the link can be copied again. */
export function linkText(key: Buffer, { id, expires_at }: LinkContent): string {
  const said = `${id}.${Math.floor(expires_at / 1000)}`;
  return `${said}.${createHmac('sha256', key).update(said).digest('base64url')}`;
}

/** The content of a link signed with this key, else null. Compares the whole text, so that each link has one form. */
export function readLink(key: Buffer, text: string): LinkContent | null {
  const [, id, seconds] = linkShape.exec(text) ?? [];
  if (id === undefined || seconds === undefined) return null;
  const said = { id: Number(id), expires_at: Number(seconds) * 1000 };
  const wanted = Buffer.from(linkText(key, said));
  const given = Buffer.from(text);
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? said : null;
}
