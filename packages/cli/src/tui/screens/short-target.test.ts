import { expect, test } from 'vitest';
import { shortTarget } from './short-target.ts';

test('a URL goes without its scheme, and where that is too long with the first name of its host', () => {
  expect(shortTarget('https://shop.example.org/checkout', 25)).toBe('shop.example.org/checkout');
  expect(shortTarget('https://shop.example.org/checkout', 24)).toBe('shop/checkout');
  expect(shortTarget('https://shop.example.org/', 20)).toBe('shop.example.org');
});

test('a host of two names keeps both, and its www goes', () => {
  expect(shortTarget('http://www.example.org/a/long/path', 10)).toBe('example.org/a/long/path');
});

test('a network service keeps its name', () => {
  expect(shortTarget('Edge TLS (edge.example.org:443)', 5)).toBe('Edge TLS (edge.example.org:443)');
});
