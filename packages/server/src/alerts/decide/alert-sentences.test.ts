import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';
import { expect, it } from 'vitest';
import type { Problem } from '../../base/domain/problems.ts';
import { CertificateError } from '../../checks/probe/dialing/certificate-error.ts';
import { failureText, timeoutText } from '../../checks/probe/failure-text.ts';
import {
  causeOf,
  problemSentence,
  publicEndOf,
  publicMessageOf,
  publicSentence,
  recoverySentence,
  typeOfProblem,
} from './alert-sentences.ts';

const page = {
  kind: 'URL',
  name: null,
  target: 'https://shop.example.com/',
  port: null,
  response_time_threshold_seconds: 5,
  metadata_tag: 'og:title',
  metadata_value: null,
} as const;
const port = { ...page, kind: 'TCP_PORT', name: 'Database', target: 'db.example.com', port: 5432 } as const;
const ping = {
  ...page,
  kind: 'ICMP_PING',
  name: 'Router',
  target: '192.0.2.1',
  response_time_threshold_seconds: 0.1,
} as const;
const failed = (error_message: string) => ({ error_message, metadata_found: null, response_time_us: null });
const took = (response_time_us: number) => ({ error_message: null, metadata_found: false, response_time_us });
const sentenceOf = (
  monitor: Parameters<typeof problemSentence>[1] & Parameters<typeof causeOf>[0],
  problem: Problem,
  check: Parameters<typeof causeOf>[2],
): string => problemSentence('Shop', monitor, problem, causeOf(monitor, problem, check));

it('names the target that is down, and the cause', () => {
  expect(sentenceOf(page, 'outage', failed('HTTP 503'))).toBe('Shop: https://shop.example.com/ is down: HTTP 503');
  expect(sentenceOf(port, 'outage', failed('connection refused'))).toBe(
    'Shop: Database (db.example.com:5432) is down: connection refused',
  );
});

it('says how slow, in the unit of the kind', () => {
  expect(sentenceOf(page, 'slow', took(6_120_000))).toBe('Shop: https://shop.example.com/ is slow: 6.12s, limit 5.00s');
  expect(sentenceOf(ping, 'slow', took(250_000))).toBe('Shop: Router (192.0.2.1) is slow: 250.0ms, limit 100.0ms');
});

it('says which meta tag is missing', () => {
  expect(sentenceOf(page, 'metadata', took(1))).toBe('Shop: https://shop.example.com/ lacks its meta tag: og:title');
  expect(sentenceOf({ ...page, metadata_value: 'Shop' }, 'metadata', took(1))).toMatch(/og:title = Shop$/);
});

const noindex = 'page forbids indexing: meta robots "noindex"';
const canonical = 'canonical address is missing, expected "/a"';

it('names the reason why a page is not indexable as configured, and lists a missing meta tag before it', () => {
  const found = { ...took(1), metadata_found: null, error_message: noindex };
  expect(sentenceOf(page, 'metadata', found)).toBe(`Shop: https://shop.example.com/: ${noindex}`);
  expect(sentenceOf(page, 'metadata', { ...found, metadata_found: false })).toBe(
    `Shop: https://shop.example.com/ lacks its meta tag: og:title; ${noindex}`,
  );
});

it('has a sentence for the end of each problem, which can be parsed again', () => {
  const ends = (cause: string | null) => recoverySentence('Shop', page, 'metadata', 12_000, cause);
  expect(ends(noindex)).toBe('Shop: https://shop.example.com/ may be indexed again after 12 seconds');
  expect(ends(canonical)).toMatch(/ has its canonical address again after 12 seconds$/);
  expect(ends(`og:title; ${noindex}`)).toMatch(/ has its meta tag again after/);
  for (const cause of [noindex, canonical]) {
    const said = { alert_type: 'RECOVERED', website_name: 'Shop', message: ends(cause) } as const;
    expect([problemOf(said), sentenceParts(said)?.target]).toEqual(['metadata', 'https://shop.example.com/']);
    const begun = {
      alert_type: 'METADATA_MISSING',
      website_name: 'Shop',
      message: `Shop: https://a/: ${cause}`,
    } as const;
    expect(sentenceParts(begun)).toEqual({ target: 'https://a/', cause });
  }
});

it('quotes neither content nor configuration in public', () => {
  const public_message = publicMessageOf('outage', 'body lacks "Welcome"', 'the answer was not as expected');
  expect(public_message).toBe('is down: the answer was not as expected');
  const facts = { ...alert, ...page, cause: 'body lacks "Welcome"', website_name: 'Shop', public_message };
  expect(publicSentence(facts)).toBe('Shop: https://shop.example.com/ is down: the answer was not as expected');
  const begun = publicMessageOf('metadata', noindex, undefined);
  expect(publicMessageOf('metadata', 'og:title', undefined)).toBeNull();
  expect(publicMessageOf('outage', 'HTTP 503', undefined)).toBeNull();
  const search = {
    ...facts,
    problem: 'metadata',
    alert_type: 'METADATA_MISSING',
    cause: noindex,
    public_message: begun,
  } as const;
  expect(publicSentence(search)).toBe('Shop: https://shop.example.com/ is not as search engines should find it');
  const end = { ...search, alert_type: 'RECOVERED', cause: null, public_message: publicEndOf(begun) } as const;
  expect(publicSentence({ ...end, created_at: 12_000, problem_since: 0 })).toBe(
    'Shop: https://shop.example.com/ is as search engines should find it again after 12 seconds',
  );
});

it('states how long a problem lasted, unless it is unknown', () => {
  const lasted = (2 * 60 + 5) * 60_000;
  expect(recoverySentence('Shop', page, 'outage', lasted)).toBe(
    'Shop: https://shop.example.com/ is up again after 2 hours 5 minutes',
  );
  expect(recoverySentence('Shop', page, 'slow', 12_000)).toMatch(/is fast again after 12 seconds$/);
  expect(recoverySentence('Shop', page, 'metadata', null)).toMatch(/has its meta tag again$/);
});

it('names a URL with a label by it, with its address', () => {
  const labelled = { ...page, name: 'Checkout' };
  expect(problemSentence('Shop', labelled, 'outage', 'HTTP 503')).toBe(
    'Shop: Checkout (https://shop.example.com/) is down: HTTP 503',
  );
  expect(recoverySentence('Shop', labelled, 'outage', 12_000)).toBe(
    'Shop: Checkout (https://shop.example.com/) is up again after 12 seconds',
  );
});

const alert = {
  ...port,
  alert_type: 'DOWN',
  problem: 'outage',
  created_at: 0,
  problem_since: null,
  public_message: null,
} as const;
const inPublic = (cause: string | null, website_name = 'Shop') => publicSentence({ ...alert, cause, website_name });
const codes = [
  ...['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENAMESERVER', 'EBODYTOOLARGE', 'EBODYTOOLONG', 'EENCODINGS', 'EHEADTOOLARGE', 'EUNREADABLEBODY'],
  ...['HPE_HEADER_OVERFLOW', 'HPE_INVALID_CONSTANT', 'ERR_STREAM_PREMATURE_CLOSE', 'EPROTO', 'Z_DATA_ERROR'],
];
const certificateCodes = [
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT', 'CERT_REVOKED'],
];
const validity = { valid_from: '2125-01-02', valid_to: '2026-01-02' };

it.each([
  ...codes.map((code) => failureText(Object.assign(new Error(code), { code, syscall: 'connect' }))),
  ...certificateCodes.map((code) => failureText(new CertificateError(code, validity))),
  ...['connecting', 'waiting for the name server of the domain', 'waiting for the answer'].map((step) =>
    timeoutText(0.5, step),
  ),
  ...[
    'HTTP 101: switched to a protocol nobody asked for',
    'HTTP 503',
    'no answer to 4 echo requests',
    'packet loss of 75 %, more than the 50 % allowed',
  ],
])('publishes as well: %s', (words) => {
  expect(inPublic(words)).toBe(`Shop: Database (db.example.com:5432) is down: ${words}`);
});

it.each([
  ['greeting was "* BYE mx1.corp.internal"', 'the answer was not as expected'],
  ['redirected to an address that is none: "http://10.1.2.3:99999/"', 'redirected to an address that cannot be opened'],
  ['HTTP 503 of mx1.corp.internal', 'the check failed'],
  ['network unreachable: a router on the way has no route', 'network unreachable'],
  ['connection refused\nmx1.corp.internal', 'the check failed'],
  ['HTTP 503\n', 'the check failed'],
  ['constructor', 'the check failed'],
])('does not publish text that may quote a target: %j', (words, published) => {
  expect(inPublic(words)).toBe(`Shop: Database (db.example.com:5432) is down: ${published}`);
});

it('publishes the cause regardless of the name of the website', () => {
  expect(inPublic('HTTP 503', 'A is down: B')).toBe('A is down: B: Database (db.example.com:5432) is down: HTTP 503');
});

it('publishes an alert without a stored cause as a failed check', () => {
  expect(inPublic(null)).toBe('Shop: Database (db.example.com:5432) is down: the check failed');
});

it('has the type ERROR for an outage of a page without a response, and DOWN for a network monitor', () => {
  expect(typeOfProblem('outage', 'URL', null)).toBe('ERROR');
  expect(typeOfProblem('outage', 'URL', 503)).toBe('DOWN');
  expect(typeOfProblem('outage', 'TCP_PORT', null)).toBe('DOWN');
});
