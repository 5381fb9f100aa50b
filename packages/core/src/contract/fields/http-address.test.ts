import { describe, expect, test, vi } from 'vitest';
import { canParseUrl } from './can-parse-url.ts';
import { parseHttpAddress } from './http-address.ts';

const problemOf = (text: string, base?: URL) => parseHttpAddress(text, base).problem;

describe('an address', () => {
  test.each(['http://a', 'https://user:p%20w@a.example:8443/path?q#f', 'http://[::1]/', 'http://a:65535'])(
    '%s can be opened',
    (text) => {
      expect(problemOf(text)).toBeNull();
    },
  );

  test.each([
    ['a.example', 'none'],
    ['http://', 'none'],
    ['http://a:65536', 'none'],
    ['ftp://a', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    [`http://${'a'.repeat(254)}`, 'host'],
    ['http://a:0', 'port'],
    ['http://user:%zz@a', 'credentials'],
    ['http://%ff@a', 'credentials'],
  ])('%s cannot, for its %s', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test('may continue another one, which then says the rest', () => {
    const base = new URL('https://a.example/one/two');
    expect(parseHttpAddress('../three', base)).toMatchObject({ problem: null });
    expect(parseHttpAddress('../three', base).url?.href).toBe('https://a.example/three');
    expect(problemOf('/three')).toBe('none');
    expect(problemOf('mailto:a', base)).toBe('scheme');
  });

  test('may have a host of the full length with a dot at its end', () => {
    const host = `${'a'.repeat(63)}.`.repeat(3) + 'a'.repeat(61);
    expect([problemOf(`http://${host}`), problemOf(`http://${host}.`)]).toEqual([null, null]);
  });
});

test('refuses what is no host where the parser of a browser accepts it encoded', () => {
  class LenientUrl extends URL {
    constructor(text: string, base?: string | URL) {
      super(text.replaceAll(' ', ''), base);
    }
    override get hostname(): string {
      return 'not%20a%20url';
    }
    static override canParse = () => true;
    static override parse = (text: string) => new LenientUrl(text);
  }
  vi.stubGlobal('URL', LenientUrl);
  try {
    expect(problemOf('https://not a url')).toBe('none');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('distinguishes addresses from other text', () => {
  expect(canParseUrl('https://example.org/')).toBe(true);
  expect(canParseUrl('/path')).toBe(false);
  expect(canParseUrl('/path', 'https://example.org')).toBe(true);
  expect(canParseUrl('/path', new URL('https://example.org'))).toBe(true);
  expect(canParseUrl('http://[::1')).toBe(false);
});

test('gives the same result for names with umlauts after thousands of calls', () => {
  const refused = { canParseUrl: 0, parseHttpAddress: 0 };
  for (let times = 0; times < 50_000; times += 1) {
    if (!canParseUrl('https://müller.example/')) refused.canParseUrl += 1;
    if (parseHttpAddress('https://müller.example/é').problem !== null) refused.parseHttpAddress += 1;
  }
  expect(refused).toEqual({ canParseUrl: 0, parseHttpAddress: 0 });
});
