import { expect, it } from 'vitest';
import { linkText, readLink, shareKey } from './link-text.ts';

const key = shareKey(Buffer.alloc(32, 1));
const said = { id: 12, expires_at: 1_800_000_000_000 };
const link = linkText(key, said);

it('has its row and its end, and is the same each time', () => {
  expect(link).toMatch(/^12\.1800000000\.[A-Za-z0-9_-]{43}$/);
  expect(readLink(key, link)).toEqual(said);
  expect(linkText(key, said)).toBe(link);
});

it('is valid for this key only, which is not the one that seals', () => {
  expect(readLink(shareKey(Buffer.alloc(32, 2)), link)).toBeNull();
  expect(readLink(Buffer.alloc(32, 1), link)).toBeNull();
});

const [, , mac = ''] = link.split('.');
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The last of 43 letters carries two unused bits, so other letters decode to the same bytes. */
const sameBytes = mac.slice(0, -1) + letters[letters.indexOf(mac.at(-1) ?? '') ^ 1];

it.each([
  ['another id', `13.1800000000.${mac}`],
  ['another end', `12.1900000000.${mac}`],
  ['the same number in another form', `012.1800000000.${mac}`],
  ['a number with an exponent', `12.18e8.${mac}`],
  ['a changed letter', `12.1800000000.${mac[0] === 'A' ? 'B' : 'A'}${mac.slice(1)}`],
  ['another text of the same bytes', `12.1800000000.${sameBytes}`],
  ['base64 with its end', `12.1800000000.${mac}=`],
  ['a line after it', `${link}\n`],
  ['a header after it', `${link}\r\nset-cookie: a=b`],
  ['more after it', `${link}.`],
  ['a very long one', `12.1800000000.${mac.repeat(2000)}`],
  ['an id beyond all numbers', `${'9'.repeat(400)}.1800000000.${mac}`],
  ['nothing', ''],
  ['halves of characters', `12.1800000000.${'\ud800'.repeat(43)}`],
])('%s is no link', (_what, text) => {
  expect(readLink(key, text)).toBeNull();
});
