import { expect, it } from 'vitest';
import { nameOfTarget, nameWithAddress, shortTarget, urlName, urlTitle } from './monitor-name.ts';

const url = 'https://me:secret@shop.example.org/checkout?a=1';

it('names a URL by its label, else by its address without credentials', () => {
  const address = 'https://shop.example.org/checkout?a=1';
  expect([urlName({ label: null, url }), urlTitle({ label: null, url })]).toEqual([address, address]);
  const label = 'Checkout \u{1f6d2}';
  expect([urlName({ label, url }), urlTitle({ label, url })]).toEqual([label, `${label} (${address})`]);
});

it.each([
  ['https://shop.example.org/checkout?a=1', '/checkout?a=1'],
  ['https://shop.example.org/', 'shop.example.org'],
  ['https://shop.example.org:8443', 'shop.example.org:8443'],
  ['https://shop.example.org?a=1', '/?a=1'],
  [nameWithAddress('Checkout (old)', 'https://shop.example.org/checkout'), 'Checkout (old)'],
  [nameWithAddress('https://old.example.org/', 'https://shop.example.org/'), 'https://old.example.org/'],
  ['Database (db.example.org:5432)', 'Database'],
  ['db.example.org:5432', 'db.example.org:5432'],
])('shortens %s to %s where its website stands beside it', (target, short) => {
  expect(shortTarget(target)).toBe(short);
});

it('finds the name of a target, and leaves one without a name', () => {
  expect(nameOfTarget('Database (db.example.org:5432)')).toBe('Database');
  expect(nameOfTarget(url)).toBe(url);
});
