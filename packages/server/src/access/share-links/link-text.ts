import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Where the page behind a share link begins. */
export const sharePath = '/share/';

/** The content of a link: its row, and its end in milliseconds since the epoch, a whole second. */
export interface SaidByLink {
  id: number;
  expires_at: number;
}

/** `{id}.{end in seconds since the epoch}.{HMAC-SHA-256 of both in base64url}` */
const linkShape = /^([1-9]\d{0,14})\.([1-9]\d{0,10})\.([A-Za-z0-9_-]{43})$/;

/** A key of its own: the installation's seals secrets. */
export const shareKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'share links', 32));

/** The last part of the address. The same row gives the same text, so that it can be copied again. */
export function linkText(key: Buffer, { id, expires_at }: SaidByLink): string {
  const said = `${id}.${Math.floor(expires_at / 1000)}`;
  return `${said}.${createHmac('sha256', key).update(said).digest('base64url')}`;
}

/** The content of a link made with this key; null for anything else. Compares the whole text, so each link has one form. */
export function readLink(key: Buffer, text: string): SaidByLink | null {
  const [, id, seconds] = linkShape.exec(text) ?? [];
  if (id === undefined || seconds === undefined) return null;
  const said = { id: Number(id), expires_at: Number(seconds) * 1000 };
  const wanted = Buffer.from(linkText(key, said));
  const given = Buffer.from(text);
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? said : null;
}
