import { expect, it } from 'vitest';
import { defaultNetworkOptions, defaultRequest, defaultUrlOptions } from '../contract/check-options/default-options.ts';
import { optionsSummary, type ShownOptions } from './check-options.ts';

const wordsOf = (options: ShownOptions) => optionsSummary(options).join(', ');
const ofRequest = (request: Partial<typeof defaultRequest>) =>
  wordsOf({ ...defaultUrlOptions, request: { ...defaultRequest, ...request } });
const assertion = { source: 'body', property: '', compare: 'contains', value: 'Welcome' } as const;

it('lists neither defaults nor missing options', () => {
  expect([defaultUrlOptions, defaultNetworkOptions, {}, { request: {} }].map(wordsOf)).toEqual(Array(4).fill(''));
});

it('says of a request what differs, in the order of the form', () => {
  const headers = [1, 2].map((at) => ({ name: `X-${at}`, value: '', secret: false }));
  const request = { ...defaultRequest, method: 'POST', headers } as const;
  expect(wordsOf({ ...defaultUrlOptions, request, assertions: Array(3).fill(assertion) })).toBe(
    'POST, 2 headers, 3 assertions',
  );
  expect(wordsOf({ request: { headers: [{}] }, assertions: [assertion], ip_family: '6' })).toBe(
    '1 header, 1 assertion, IPv6 only',
  );
});

it.each([
  [{ method: 'HEAD', cache_buster: true }, 'HEAD, cache buster'],
  [{ body_type: 'json', body: '{}' }, 'JSON body'],
  [{ body_type: 'form' }, 'form body'],
  [{ auth: { ...defaultRequest.auth, type: 'basic' } }, 'basic auth'],
  [{ auth: { ...defaultRequest.auth, type: 'bearer' } }, 'bearer token'],
  [{ accepted_status: '200, 404' }, '200,404 accepted'],
  [{ accepted_status: ' 200 - 399 ' }, ''],
  [{ max_redirects: 0 }, 'no redirects'],
  [{ max_redirects: 1 }, 'one redirect at most'],
  [{ max_redirects: 3 }, '3 redirects at most'],
  [{ tls_verify: false, server_name: 'a.example' }, 'TLS not verified, server name'],
  [{ ca: 'PEM', client_certificate: 'PEM', client_key: 'PEM' }, 'own CA, client certificate'],
  [{ proxy: 'socks5://10.0.0.1:1080' }, 'proxy'],
] as const)('says of %o: %s', (request, words) => {
  expect(ofRequest(request)).toBe(words);
});

it('ignores a number that is being typed', () => {
  expect([Number.NaN, -1, 2.5, 99].map((max_redirects) => ofRequest({ max_redirects }))).toEqual(Array(4).fill(''));
});

it('lists addresses and certificate alerts of a network monitor', () => {
  expect(wordsOf({ ip_family: '4', cert_alerts: false })).toBe('IPv4 only, no certificate alerts');
});
