import { expect, it } from 'vitest';
import { canParseUrl } from './can-parse-url.ts';
import { parseHttpAddress } from './http-address.ts';

it('knows an address from what is none', () => {
  expect(canParseUrl('https://example.org/')).toBe(true);
  expect(canParseUrl('/path')).toBe(false);
  expect(canParseUrl('/path', 'https://example.org')).toBe(true);
  expect(canParseUrl('/path', new URL('https://example.org'))).toBe(true);
  expect(canParseUrl('http://[::1')).toBe(false);
});

it('says the same of names with umlauts however often it was asked', () => {
  const refused = { canParseUrl: 0, parseHttpAddress: 0 };
  for (let times = 0; times < 50_000; times += 1) {
    if (!canParseUrl('https://müller.example/')) refused.canParseUrl += 1;
    if (parseHttpAddress('https://müller.example/é').problem !== null) refused.parseHttpAddress += 1;
  }
  expect(refused).toEqual({ canParseUrl: 0, parseHttpAddress: 0 });
});
