import { expect, test } from 'vitest';
import { shortTarget } from './short-target.ts';

test('shortens a URL by its scheme, then to the first label of its host', () => {
  expect(shortTarget('https://shop.example.org/checkout', 25)).toBe('shop.example.org/checkout');
  expect(shortTarget('https://shop.example.org/checkout', 24)).toBe('shop/checkout');
  expect(shortTarget('https://shop.example.org/', 20)).toBe('shop.example.org');
});

test('keeps both labels of a short host, and drops www', () => {
  expect(shortTarget('http://www.example.org/a/long/path', 10)).toBe('example.org/a/long/path');
});

test('an IP address stays whole, and a port stays with its host', () => {
  expect(shortTarget('http://127.0.0.1:46645/shop', 10)).toBe('127.0.0.1:46645/shop');
  expect(shortTarget('http://[2001:db8::1]:8080/shop', 10)).toBe('[2001:db8::1]:8080/shop');
  expect(shortTarget('https://shop.example.org:8443/checkout', 10)).toBe('shop:8443/checkout');
  expect(shortTarget('http://example.org:81/a', 5)).toBe('example.org:81/a');
});

test('a network service keeps its name', () => {
  expect(shortTarget('Edge TLS (edge.example.org:443)', 5)).toBe('Edge TLS (edge.example.org:443)');
});
