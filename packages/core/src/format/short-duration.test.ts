import { expect, it } from 'vitest';
import { durationSoFar, parseDuration, shortDuration, shortInterval } from './short-duration.ts';

const second = 1_000;
const hour = 3600 * second;

it.each([
  [-5 * second, '0 s'],
  [59 * second, '59 s'],
  [42 * 60 * second + 59 * second, '42 min'],
  [hour, '1 h'],
  [2 * hour + 5 * 60 * second, '2 h 5 min'],
  [76 * hour, '3 d 4 h'],
])('shows %d ms as %s', (ms, shown) => {
  expect(shortDuration(ms)).toBe(shown);
});

it('shows intervals without loss', () => {
  expect([10, 60, 90, 300, 5400, 86_400].map(shortInterval)).toEqual([
    '10 s',
    '1 min',
    '90 s',
    '5 min',
    '1 h 30 min',
    '1 d',
  ]);
});

it('shows no seconds of a duration that still grows', () => {
  expect(durationSoFar(-5 * second)).toBe('<1 min');
  expect(durationSoFar(59 * second)).toBe('<1 min');
  expect(durationSoFar(60 * second)).toBe('1 min');
});

it.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['30 min', 1_800_000],
  ['1h', 3_600_000],
  ['1h30m', 5_400_000],
  ['2d 4h', 187_200_000],
  [' 1H ', 3_600_000],
])('%j is a length of time', (text, ms) => expect(parseDuration(text)).toBe(ms));

it.each(['', ' ', '0s', '1', 'h', '1w', '-1h', '1.5h', '1h1h', '30m1h', '99999d', 'an hour'])('%j is none', (text) =>
  expect(parseDuration(text)).toBeNull(),
);

it.each([42_000, 2_520_000, 6_180_000, 187_200_000])('%d ms are read as they are written', (ms) => {
  expect(parseDuration(shortDuration(ms))).toBe(ms);
});
