import { expect, it } from 'vitest';
import { listedName, monitorAddress, targetName } from './monitor-name.ts';

const url = {
  kind: 'URL',
  name: null,
  target: 'https://user:secret@shop.example.com/a@b?token=abc',
  port: null,
} as const;
const database = { kind: 'TCP_PORT', name: 'Database', target: 'db.example.com', port: 5432 } as const;

it('names a URL by its address without secrets, or by its label with the address', () => {
  const address = monitorAddress(url);
  expect(address).toMatch(/^https:\/\/shop\.example\.com\/a@b\?token=/);
  expect(address).not.toMatch(/user|secret|abc/);
  expect([targetName(url), listedName(url)]).toEqual([address, address]);
  const labelled = { ...url, name: 'Checkout' };
  expect([targetName(labelled), listedName(labelled)]).toEqual([`Checkout (${address})`, 'Checkout']);
  expect(targetName({ ...url, name: address })).toBe(address);
});

it('names a network monitor by its name, in sentences with host and port', () => {
  expect([targetName(database), listedName(database)]).toEqual(['Database (db.example.com:5432)', 'Database']);
  expect(targetName({ ...database, name: 'db.example.com' })).toBe('db.example.com:5432');
});
