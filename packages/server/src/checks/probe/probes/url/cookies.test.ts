import { describe, expect, it } from 'vitest';
import { createCookies } from './cookies.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
/** The Cookie header for an address after these responses. */
function sent(to: string, ...answers: [from: string, ...values: string[]][]): string | null {
  const cookies = createCookies(() => now);
  for (const [from, ...values] of answers) cookies.take(values, new URL(from));
  return cookies.forRequest(new URL(to));
}
const shop = 'http://www.shop.test/a/b';

describe('a cookie', () => {
  it.each([
    ['is sent to its host', 'a=1', shop, 'a=1'],
    ['keeps what stands in its value', 'a=b=c; HttpOnly', shop, 'a=b=c'],
    ['is sent to another port', 'a=1; Path=/', 'http://www.shop.test:81/', 'a=1'],
    ['is not sent to another host', 'a=1', 'http://shop.test/a/b', null],
    ['is not sent below its host', 'a=1; Path=/', 'http://x.www.shop.test/', null],
    ['is sent below its domain', 'a=1; Domain=.Shop.test; Path=/', 'http://api.shop.test/', 'a=1'],
    ['of another domain is dropped', 'a=1; Domain=other.test; Path=/', 'http://other.test/', null],
    ['of a whole top-level domain is dropped', 'a=1; Domain=test; Path=/', 'http://other.test/', null],
    ['is sent within its path', 'a=1; Path=/a', 'http://www.shop.test/a/c', 'a=1'],
    ['is not sent to a path that only begins alike', 'a=1; Path=/a', 'http://www.shop.test/ab', null],
    ['has the folder of its page for a path', 'a=1', 'http://www.shop.test/a/', 'a=1'],
    ['of a folder is not sent beside it', 'a=1', 'http://www.shop.test/c', null],
    ['that is secure is not sent without TLS', 'a=1; Secure; Path=/', 'http://www.shop.test/', null],
    ['that is secure is sent by TLS', 'a=1; Secure; Path=/', 'https://www.shop.test/', 'a=1'],
    ['that has expired is not kept', 'a=1; Expires=Wed, 25 Nov 2026 12:00:00 GMT', shop, null],
    ['with an age is kept', 'a=1; Max-Age=5; Expires=Wed, 25 Nov 2026 12:00:00 GMT', shop, 'a=1'],
    ['whose expiry cannot be read is kept', 'a=1; Expires=soon', shop, 'a=1'],
    ['without a name is a value', 'alone', shop, 'alone'],
    ['that could end a header is dropped', 'a=1\rX: y', shop, null],
    ['without end is dropped', `a=${'x'.repeat(5000)}`, shop, null],
    ['that is empty is dropped', ';', shop, null],
  ])('%s', (_, value, to, expected) => {
    expect(sent(to, [shop, value])).toBe(expected);
  });

  it('takes the place of one before, and goes when it has expired', () => {
    expect(sent(shop, [shop, 'a=1', 'b=1'], [shop, 'a=2'])).toBe('b=1; a=2');
    expect(sent(shop, [shop, 'a=1'], [shop, 'a=; Max-Age=0'])).toBeNull();
  });

  it('of a longer path is sent first', () => {
    expect(sent(shop, [shop, 'a=1; Path=/', 'b=2; Path=/a'])).toBe('b=2; a=1');
  });

  it('of an IP address stays there', () => {
    expect(sent('http://10.0.0.1/', ['http://10.0.0.1/', 'a=1; Domain=10.0.0.1'])).toBe('a=1');
    expect(sent('http://10.0.0.1/', ['http://10.0.0.2/', 'a=1; Domain=0.0.1'])).toBeNull();
  });
});

it('so many cookies are kept that no target fills the memory', () => {
  const many = Array.from({ length: 100 }, (_, index) => `c${index}=1`);
  expect(sent(shop, [shop, ...many])?.split('; ')).toHaveLength(50);
});
