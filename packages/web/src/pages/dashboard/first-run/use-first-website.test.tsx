import { expect, it } from 'vitest';
import { readPasted } from './use-first-website.ts';

it.each(['shop.example.org', 'shop.example.org:8443/cart?a=b', 'localhost:3000', '10.0.0.1/'])(
  'reads %s as https',
  (text) => {
    expect(readPasted(text)).toBe(`https://${text}`);
  },
);

it.each(['http://shop.example.org', 'HTTPS://shop.example.org/', 'ftp://shop.example.org', 'mailto:me@example.org'])(
  'keeps the scheme of %s',
  (text) => {
    expect(readPasted(` ${text}\n`)).toBe(text);
  },
);

it('keeps empty text', () => {
  expect(readPasted(' \n')).toBe('');
});

it('ignores invisible characters', () => {
  expect(readPasted('\u200bshop.example.org/\ncart\ufeff')).toBe('https://shop.example.org/cart');
});
