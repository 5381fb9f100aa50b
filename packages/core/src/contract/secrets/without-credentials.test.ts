import { expect, test } from 'vitest';
import { withoutCredentials } from './without-credentials.ts';

test.each([
  ['https://shop.example.org', 'https://shop.example.org'],
  ['https://ops:s3cret@shop.example.org', 'https://shop.example.org/'],
  ['https://ops@shop.example.org/a?b=c@d', 'https://shop.example.org/a?b=c@d'],
  ['https://:s3cret@shop.example.org:8443/', 'https://shop.example.org:8443/'],
  ['https://ops:s3@cret@[::1]:8443/x', 'https://[::1]:8443/x'],
  ['http:\\\\ops:s3 cret@shop.example.org', 'http://shop.example.org/'],
  ['https://medium.example.org/@author', 'https://medium.example.org/@author'],
  ['postgres://ops:s3cret@db/upvigil', 'postgres://db/upvigil'],
  ['ops:s3cret@shop.example.org', '***@shop.example.org'],
  ['https://ops:s3cret@no such host/', '***@no such host/'],
])('%s is shown as %s', (address, shown) => {
  expect(withoutCredentials(address)).toBe(shown);
});
