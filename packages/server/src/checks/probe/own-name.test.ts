import { expect, it } from 'vitest';
import { addressLiteral, findOwnName } from './own-name.ts';

it.each([
  ['https://status.example.org:8443', 'box', 'status.example.org'],
  [null, 'box.example.org', 'box.example.org'],
  ['http://localhost:3000', 'box', 'box'],
  ['http://192.0.2.7', 'box', 'box'],
  ['http://[2001:db8::7]:3000', 'box', 'box'],
  ['http://upvigil.localhost', 'localhost', null],
  [null, 'localhost.localdomain', null],
  [null, 'my_box', null],
  [null, 'box\r\nRSET', null],
  [null, '', null],
])('with BASE_URL %j on the machine %j, this server is named %j', (baseUrl, machineName, name) => {
  expect(findOwnName(baseUrl, machineName)).toBe(name);
});

it('writes an address in place of a name in brackets', () => {
  expect(addressLiteral('192.0.2.7')).toBe('[192.0.2.7]');
  expect(addressLiteral('2001:db8::7')).toBe('[IPv6:2001:db8::7]');
});
