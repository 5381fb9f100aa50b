import { expect, it } from 'vitest';
import { findDeviceToReplace } from './device-codes.ts';

const of = (...networks: (string | null)[]) => networks.map((network, at) => ({ hash: `${at} ${network}`, network }));

it.each([
  ['the oldest of the network with most', of('192.0.2.1', '198.51.100.1', '198.51.100.1'), [], '1 198.51.100.1'],
  ['one of many in a wider network', of('192.0.2.1', '198.51.100.1', '198.51.100.2'), [], '1 198.51.100.1'],
  ['one of many in a /48', of('192.0.2.1', '2001:db8:1:a::/64', '2001:db8:1:b::/64'), [], '1 2001:db8:1:a::/64'],
  ['the oldest of all where each has one', of('192.0.2.1', '198.51.100.1'), [], '0 192.0.2.1'],
  ['a stranger before who is signed in', of('192.0.2.1', '198.51.100.1'), ['192.0.2.1'], '1 198.51.100.1'],
  ['who is signed in where there is nobody else', of('192.0.2.1'), ['192.0.2.1'], '0 192.0.2.1'],
  ['one that began elsewhere', of(null, null, '192.0.2.1'), [], '0 null'],
  ['nobody where nobody waits', of(), [], null],
])('the newcomer replaces %s', (_what, waiting, signedIn, loser) => {
  expect(findDeviceToReplace(waiting, signedIn)).toBe(loser);
});
