import { expect, it } from 'vitest';
import { domainOf, registeredName } from './registered-name.ts';

it.each([
  ['www.example.co.uk', 'example.co.uk'],
  ['host_name.example.com.', 'example.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
])('of %s is %s', (host, name) => {
  expect(registeredName(host)).toBe(name);
});

it.each(['127.0.0.1', '::1', 'localhost', 'db', 'db.internal', 'co.uk', '', 'a..b', ' '])(
  'there is none of "%s": no registry is queried',
  (host) => {
    expect(registeredName(host)).toBeNull();
  },
);

it('is that of the host of a page or monitor', () => {
  expect(domainOf({ kind: 'URL', target: 'https://me:pass@shop.example.com:8443/a?b=other.org' })).toBe('example.com');
  expect(domainOf({ kind: 'URL', target: 'no address' })).toBeNull();
  expect(domainOf({ kind: 'IMAP', target: 'mail.example.com' })).toBe('example.com');
});
