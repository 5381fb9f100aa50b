import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyBytes } from './config/secret-key-schema.ts';
import { fingerprintOf, isSealed, OtherKeyError, openText, sealedUnder, sealText } from './sealed-text.ts';

const key = randomBytes(keyBytes);
const place = 'notifications.smtp_password';
const secret = 'p\u00e4ss "word" \u{1f511}';

it('decrypts what it encrypted, and reveals nothing before', () => {
  const sealed = sealText(key, secret, place);
  expect(openText(key, sealed, place)).toBe(secret);
  expect(sealed).not.toContain('word');
  expect(sealedUnder(sealed)).toBe(fingerprintOf(key));
});

it('seals the same text to another each time, so that equal secrets cannot be recognized', () => {
  expect(sealText(key, secret, place)).not.toBe(sealText(key, secret, place));
});

it('decrypts with no other key', () => {
  expect(() => openText(randomBytes(keyBytes), sealText(key, secret, place), place)).toThrow(OtherKeyError);
});

it('decrypts in no other place', () => {
  expect(() => openText(key, sealText(key, secret, place), 'notifications.sendsms_password')).toThrow(OtherKeyError);
});

it('refuses text of which a character was changed, wherever it stands', () => {
  const sealed = sealText(key, secret, place);
  const begin = sealed.lastIndexOf(':') + 1;
  for (let at = begin; at < sealed.length - 1; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(() => openText(key, changed, place)).toThrow(OtherKeyError);
  }
});

it.each(['AA', 'A'.repeat(20), 'A'.repeat(38)])('refuses sealed text that is too short: %s', (encoded) => {
  expect(() => openText(key, `sealed:${fingerprintOf(key)}:${encoded}`, place)).toThrow(OtherKeyError);
});

it('leaves text in the clear unchanged', () => {
  for (const text of ['', 'secret', 'sealed:', 'sealed:me:please']) {
    expect(isSealed(text)).toBe(false);
    expect(openText(key, text, place)).toBe(text);
  }
});
