import { describe, expect, it } from 'vitest';
import { type UrlTestResult, unansweredTest } from '../contract/urls.ts';
import { testFaultSentence } from '../texts/faults.ts';
import { describeTrial, expandAddress, lacksScheme, tryAddress } from './typed-address.ts';

describe('the scheme of a typed address', () => {
  it.each([
    'shop.example.org',
    'shop.example.org:8443/cart?a=b',
    'localhost:3000',
    '10.0.0.1/',
    'bücher.example/straße',
    '[2001:db8::1]:8080/status',
    'ops:secret@shop.example.org',
    'data:8080',
  ])('of %s is https, then http', (text) => {
    expect(expandAddress(text)).toEqual([`https://${text}`, `http://${text}`]);
  });

  it.each([
    'http://shop.example.org',
    'HTTPS://shop.example.org/',
    'ftp://shop.example.org',
    'mailto:me@example.org',
    'javascript:alert(1)',
    '/cart',
    '?a=b',
    '#top',
    '\\\\files\\share',
    '',
  ])('of "%s" stays', (text) => {
    expect(expandAddress(` ${text}\n`)).toEqual([text]);
    expect(lacksScheme(text)).toBe(false);
  });

  it('is found for an address that begins with slashes, and for IPv6 without brackets', () => {
    expect(expandAddress('//shop.example.org/a')[0]).toBe('https://shop.example.org/a');
    expect(expandAddress('2001:db8::1/status')[1]).toBe('http://[2001:db8::1]/status');
    expect(expandAddress('::1')[0]).toBe('https://[::1]');
  });

  it('ignores invisible characters and line breaks', () => {
    expect(expandAddress('\u200bshop.example.org/\ncart\ufeff')[0]).toBe('https://shop.example.org/cart');
  });
});

const answered: UrlTestResult = {
  ...unansweredTest('HTTP 200, answered in 0.42s'),
  success: true,
  status_code: 200,
  response_time: 0.42,
};
const failed = (message: string, more: Partial<UrlTestResult> = {}): UrlTestResult => ({
  ...unansweredTest(message),
  ...more,
});

/** A trial with results by scheme, its tested addresses and its note. */
async function trial(typed: string, results: { https?: UrlTestResult; http?: UrlTestResult }) {
  const done = await tryAddress(typed, async (url) => {
    const result = results[url.startsWith('https') ? 'https' : 'http'];
    if (!result) throw new Error(`${url} must not be requested`);
    return result;
  });
  return { url: done.url, tested: done.attempts.map(({ url }) => url), note: describeTrial(done) };
}

describe('the trial of an address without a scheme', () => {
  it('uses https if it is answered, even by an error', async () => {
    const expected = { url: 'https://shop.test', tested: ['https://shop.test'], note: null };
    expect(await trial('shop.test', { https: answered })).toEqual(expected);
    expect(await trial('shop.test', { https: failed('HTTP 503', { status_code: 503 }) })).toEqual(expected);
  });

  it('uses http if https is not answered, and says so', async () => {
    const https = failed('timed out after 5 s while waiting for the answer');
    expect(await trial('shop.test:8080', { https, http: answered })).toEqual({
      url: 'http://shop.test:8080',
      tested: ['https://shop.test:8080', 'http://shop.test:8080'],
      note: {
        title: 'https did not work, so http is used.',
        detail:
          'You typed shop.test:8080. https failed: timed out after 5 s while waiting for the answer. Traffic is not encrypted.',
      },
    });
  });

  it('does not hide a faulty certificate behind http', async () => {
    const https = failed('self-signed certificate', { tls_failed: true });
    expect(await trial('shop.test', { https })).toEqual({
      url: null,
      tested: ['https://shop.test'],
      note: {
        title: 'https did not work.',
        detail: 'https failed: self-signed certificate. http was not tried, because the server speaks TLS.',
      },
    });
  });

  it('sends no password unencrypted, and does not repeat it', async () => {
    const { url, tested, note } = await trial('ops:secret@shop.test', { https: failed('connection refused') });
    expect([url, tested.length]).toEqual([null, 1]);
    expect(note?.detail).toContain('unencrypted');
    expect(JSON.stringify(note)).not.toContain('secret');
  });

  it('ends after a fault of the server itself', async () => {
    const https = failed(testFaultSentence('the resolver did not answer'));
    expect(await trial('shop.test', { https })).toMatchObject({ url: null, tested: ['https://shop.test'] });
  });

  it('leaves the choice to a person if neither scheme is answered', async () => {
    const refused = failed('connection refused');
    expect(await trial('shop.test', { https: refused, http: refused })).toMatchObject({
      url: null,
      note: { title: 'Neither https nor http answered.', detail: 'https: connection refused.' },
    });
  });
});

it('uses an address with a scheme whatever its test shows', async () => {
  const https = failed('self-signed certificate', { tls_failed: true });
  expect(await trial('https://shop.test', { https })).toEqual({
    url: 'https://shop.test',
    tested: ['https://shop.test'],
    note: null,
  });
});
