import { expect, it } from 'vitest';
import { splitAddress } from './split-address.ts';

it.each([
  ['https://shop.example.org/cart?a=1', 'https://shop.example.org/', 'cart?a=1'],
  ['https://shop.example.org/', 'https://shop.example.org/', ''],
  ['http://10.0.0.1:8080', 'http://10.0.0.1:8080', ''],
  ['http://10.0.0.1?q=a/b', 'http://10.0.0.1', '?q=a/b'],
])('the path of %s is separated from its host', (address, host, path) => {
  expect(splitAddress(address)).toEqual([host, path]);
});
