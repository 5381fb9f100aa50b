import { expect, it } from 'vitest';
import { parseResolver } from './dns.ts';

it.each([
  ['192.0.2.53', { transport: 'udp', host: '192.0.2.53', port: 53 }],
  ['tcp://192.0.2.53:5353', { transport: 'tcp', host: '192.0.2.53', port: 5353 }],
  ['UDP://dns.example.org', { transport: 'udp', host: 'dns.example.org', port: 53 }],
  ['2001:db8::53', { transport: 'udp', host: '2001:db8::53', port: 53 }],
  ['[2001:db8::53]:5353', { transport: 'udp', host: '2001:db8::53', port: 5353 }],
  ['tcp://[fe80::1%eth0]', { transport: 'tcp', host: 'fe80::1%eth0', port: 53 }],
  ['https://dns.example.org/dns-query', null],
  ['192.0.2.53:99999', null],
  ['tcp://', null],
  ['a b', null],
])('reads the resolver %s as %j', (text, resolver) => {
  expect(parseResolver(text)).toEqual(resolver);
});
