import { expect, test } from 'vitest';
import { publicAddress } from './public-address.ts';

test.each([
  ['https://shop.test/a?x=1#f', 'https://shop.test/a?x=1#f'],
  ['https://me:pw@shop.test/a?api_key=1&x=2', 'https://shop.test/a?api_key=[removed]&x=2'],
  [
    'https://shop.test/?X-Amz-Signature=ab%3D=&SESSIONID=2&auth=#token',
    'https://shop.test/?X-Amz-Signature=[removed]&SESSIONID=[removed]&auth=[removed]#token',
  ],
  ['https://shop.test/?pass%77ord=x&to%6Ben=y', 'https://shop.test/?pass%77ord=[removed]&to%6Ben=[removed]'],
  ['https://shop.test/?token', 'https://shop.test/?token'],
  ['https://shop.test/?%zz=1&secret=2', 'https://shop.test/?%zz=1&secret=[removed]'],
  ['https://shop.test/#?token=1', 'https://shop.test/#?token=1'],
])('the values of query parameters that are named like secrets are not public: %s', (address, shown) => {
  expect(publicAddress(address)).toBe(shown);
});
