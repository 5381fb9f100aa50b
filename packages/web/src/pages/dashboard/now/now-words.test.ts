import { expect, it } from 'vitest';
import { headlineOf } from './now-words.ts';

it('says how many services have which problem, and nothing of what nobody has', () => {
  expect(headlineOf({ down: 3, slow: 1, metadata: 0 })).toBe('3 services are down, 1 is slow');
  expect(headlineOf({ down: 1, slow: 2, metadata: 0 })).toBe('1 service is down, 2 are slow');
  expect(headlineOf({ down: 0, slow: 0, metadata: 2 })).toBe('2 services lack their meta tags');
  expect(headlineOf({ down: 0, slow: 0, metadata: 0 })).toBe('');
});
