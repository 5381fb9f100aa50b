import { expect, it } from 'vitest';
import { certificateNames, daysLeftWords } from './expiry.ts';

it.each([
  [34, '34 days'],
  [1, '1 day'],
  [0, 'less than a day'],
  [-1, 'expired today'],
  [-2, 'expired 1 day ago'],
  [-9, 'expired 8 days ago'],
])('says of %i days left: %s', (days, words) => {
  expect(daysLeftWords(days)).toBe(words);
});

it('names a certificate by its first name', () => {
  expect(certificateNames(['a.example', 'b.example', 'c.example'])).toBe('a.example and 2 more');
  expect([certificateNames(['a.example']), certificateNames([])]).toEqual([
    'a.example',
    'a certificate without a name',
  ]);
});
