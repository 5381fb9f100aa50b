import { factorMessages } from '@upvigil/core/texts/factors';
import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

const { off } = factorMessages.passkey;

it.each([
  ['https://status.example.org', { id: 'status.example.org', origin: 'https://status.example.org' }],
  ['https://status.example.org:8443/up', { id: 'status.example.org', origin: 'https://status.example.org:8443' }],
  ['https://localhost', { id: 'localhost', origin: 'https://localhost' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://status.example.org', { off: off.http }],
  ['http://localhost.example.org', { off: off.http }],
  ['https://192.0.2.1', { off: off.ip }],
  ['http://127.0.0.1:8080', { off: off.ip }],
  ['https://[2001:db8::1]', { off: off.ip }],
  [null, { off: off.noAddress }],
])('at %s passkeys are for %j', (baseUrl, expected) => {
  expect(relyingPartyOf(baseUrl)).toEqual(expected);
});
