import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import { limits } from '@upvigil/core/limits';
import { expect, it } from 'vitest';
import { formsOf } from '../../../testing/planting/planted-secrets.ts';
import { secretsRemover } from './remove-secrets.ts';

const token = `tok'"&<1>/!~(2)* é`;
const bearer: RequestOptions = {
  ...defaultRequest,
  auth: { type: 'bearer', username: '', password: '', token },
};

it.each([...formsOf(token), 'tok&#39;&#34;&amp;&lt;1&gt;/!~(2)* é', 'tok&#x27;&quot;&amp;&lt;1&gt;/!~(2)* é'])(
  'removes a secret that is written as %s',
  (written) => {
    const remove = secretsRemover({ request: bearer, addresses: [] });
    expect(remove(`a ${written} b`)).toMatch(/^a \[removed\]=* b$/);
  },
);

const withBody = (body_type: RequestOptions['body_type'], body: string): RequestOptions => ({
  ...defaultRequest,
  method: 'POST',
  body_type,
  body,
  body_secret: true,
});

it.each([
  ['json', '{"pin":"first-value","list":["second \\"value\\"",7,true],"in":{"a":"third:value"}}'],
  ['form', 'pin=first-value&b=second+%22value%22&c=third%3Avalue'],
  ['xml', '<a pin="first-value"><b>third:value</b><c d=\'second&quot;value\'/></a>'],
  ['text', 'pin=first-value; third:value'],
] as const)('removes each value of a secret body of the type %s, in any order', (type, body) => {
  const remove = secretsRemover({ request: withBody(type, body), addresses: [] });
  expect(remove('got third:value and first-value')).toBe('got [removed] and [removed]');
  expect(remove(`got ${body}`)).toBe('got [removed]');
});

it('removes a value of JSON as it was meant, and leaves names, numbers and short words', () => {
  const remove = secretsRemover({
    request: withBody('json', '{"pinned-name":"say \\"it\\" \\u00e9","b":1234567,"c":"short"}'),
    addresses: [],
  });
  expect(remove('say "it" é')).toBe('[removed]');
  expect(remove('pinned-name 1234567 short')).toBe('pinned-name 1234567 short');
});

it('takes any text: half a character is no reason to fail', () => {
  expect(secretsRemover({ request: withBody('text', 'half-\ud83d-value'), addresses: [] })('half-\ud83d-value')).toBe(
    '[removed]',
  );
});

it.each([
  'ops:s3cretpw',
  'pw s3cretpw',
  `Basic ${Buffer.from('ops:s3cretpw').toString('base64')}`,
  'sig a/b%c+d',
  'sig a%2Fb%25c%2Bd',
])('removes what an address carries: %s', (echoed) => {
  const addresses = ['https://ops:s3cretpw@shop.test/?sig=a%2Fb%25c%2Bd&page=overview'];
  expect(secretsRemover({ addresses })(`${echoed} overview`)).toMatch(/^\w+[: ]\[removed\]=* overview$/);
});

it('removes the name of an address without a password, and leaves short values of parameters', () => {
  const remove = secretsRemover({ addresses: ['https://tok-1234@shop.test/?keyword=shoes'] });
  expect(remove('tok-1234 dG9rLTEyMzQ6 shoes')).toBe('[removed] [removed] shoes');
});

it('removes what overlaps as one place, and what a text that was cut begins', () => {
  const remove = secretsRemover({
    request: {
      ...defaultRequest,
      headers: [
        { name: 'X-One', value: 'abcdefgh', secret: true },
        { name: 'X-Two', value: 'efghijkl', secret: true },
      ],
    },
    addresses: [],
  });
  expect(remove('1 abcdefghijkl 2 efghijkl 3 abcdef')).toBe('1 [removed] 2 [removed] 3 [removed]');
});

it('is fast for the largest number and length of secrets that a request may have', () => {
  const value = (at: number): string =>
    Array.from({ length: 500 }, (_, part) => `n${at}x${part}=v${(at * 7919 + part * 104_729) % 1_000_003}`)
      .join('; ')
      .slice(0, limits.requestHeaderValue.maxLength);
  const headers = Array.from({ length: limits.requestHeaders }, (_, at) => ({
    name: `X-${at}`,
    value: value(at),
    secret: true,
  }));
  const request = { ...defaultRequest, headers };
  const texts = headers.map((header) => `echo ${header.value} and ${header.value.slice(40, 60)}`);
  const began = performance.now();
  for (let check = 0; check < 2; check += 1) {
    const remove = secretsRemover({ request, addresses: ['https://shop.test/'] });
    for (const text of texts) expect(remove(text)).toMatch(/^echo \[removed\] and /);
  }
  expect(performance.now() - began).toBeLessThan(20_000);
});

it('removes a value of JSON however deep it nests', () => {
  const deep = `${'['.repeat(30_000)}"planted-value"${']'.repeat(30_000)}`;
  const remove = secretsRemover({ request: withBody('json', deep), addresses: [] });
  expect(remove('got planted-value')).toBe('got [removed]');
});
