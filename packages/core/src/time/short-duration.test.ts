import { expect, it } from 'vitest';
import { durationSoFar, shortDuration } from './short-duration.ts';

const second = 1_000;
const hour = 3600 * second;

it.each([
  [-5 * second, '0 s'],
  [59 * second, '59 s'],
  [42 * 60 * second + 59 * second, '42 min'],
  [hour, '1 h'],
  [2 * hour + 5 * 60 * second, '2 h 5 min'],
  [76 * hour, '3 d 4 h'],
])('tells %d ms as %s', (ms, told) => {
  expect(shortDuration(ms)).toBe(told);
});

it('counts no seconds of what still lasts', () => {
  expect(durationSoFar(-5 * second)).toBe('<1 min');
  expect(durationSoFar(59 * second)).toBe('<1 min');
  expect(durationSoFar(60 * second)).toBe('1 min');
});
