import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { isMeantAsApiToken, isWholeApiToken, newApiToken } from './token-text.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

it('has the form that scanners look for, and the checksum of its middle', () => {
  for (let times = 0; times < 50; times++) {
    const token = newApiToken();
    expect(token).toMatch(/^upv_[0-9A-Za-z]{49}$/);
    expect(isMeantAsApiToken(token)).toBe(true);
    expect(isWholeApiToken(token)).toBe(true);
    let number = 0;
    for (const letter of token.slice(-6)) number = number * 62 + alphabet.indexOf(letter);
    expect(number).toBe(crc32(token.slice(4, 47)));
  }
});

it('has all 256 bits, also when the first are zero', () => {
  expect(newApiToken(Buffer.alloc(32)).slice(0, 47)).toBe(`upv_${'0'.repeat(43)}`);
  const largest = newApiToken(Buffer.alloc(32, 255)).slice(4, 47);
  let number = 0n;
  for (const letter of largest) number = number * 62n + BigInt(alphabet.indexOf(letter));
  expect(number).toBe(2n ** 256n - 1n);
});

it('is refused with any letter changed, added or left out', () => {
  const token = newApiToken();
  for (let place = 4; place < token.length; place++) {
    const other = token[place] === 'a' ? 'b' : 'a';
    expect(isWholeApiToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
  }
  for (const wrong of [`${token}a`, token.slice(0, -1), token.toLowerCase(), `x${token}`, 'upv_', '']) {
    expect(isWholeApiToken(wrong)).toBe(false);
  }
});

it('is no token of a session, whatever that begins with', () => {
  expect(isMeantAsApiToken(`upv_${'a'.repeat(39)}`)).toBe(false);
  expect(isMeantAsApiToken('upv_')).toBe(true);
});
