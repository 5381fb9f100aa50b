import { expect, it } from 'vitest';
import { headlineOf, shortDuration, splitUrl } from './now-words.ts';

it('says how many services have which problem, and nothing of what nobody has', () => {
  expect(headlineOf({ down: 3, slow: 1, metadata: 0 })).toBe('3 services are down, 1 is slow');
  expect(headlineOf({ down: 1, slow: 2, metadata: 0 })).toBe('1 service is down, 2 are slow');
  expect(headlineOf({ down: 0, slow: 0, metadata: 2 })).toBe('2 services lack their meta tags');
  expect(headlineOf({ down: 0, slow: 0, metadata: 0 })).toBe('');
});

it.each([
  [59, '<1 min'],
  [-5, '<1 min'],
  [42 * 60 + 59, '42 min'],
  [60 * 60, '1 h'],
  [2 * 3600 + 5 * 60, '2 h 5 min'],
  [76 * 3600, '3 d 4 h'],
])('tells %d seconds as %s', (seconds, told) => {
  expect(shortDuration(1_000, 1_000 + seconds * 1000)).toBe(told);
});

it('keeps the path of a URL apart from its host, where there is one', () => {
  expect(splitUrl('https://shop.example.org/checkout?a=1')).toEqual({
    host: 'https://shop.example.org/',
    path: 'checkout?a=1',
  });
  expect(splitUrl('https://shop.example.org/')).toEqual({ host: '', path: 'https://shop.example.org/' });
  expect(splitUrl('no address')).toEqual({ host: '', path: 'no address' });
});
