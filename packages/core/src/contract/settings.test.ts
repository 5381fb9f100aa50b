import { expect, it } from 'vitest';
import { parseExpiryDays } from './settings.ts';

it('reads days, the most first and each once', () => {
  expect(parseExpiryDays('1, 7,30,7')).toEqual([30, 7, 1]);
});

it.each(['', '0', '-1', '1.5', '366', '7,', '7;1', 'soon', '1,2,3,4,5,6,7,8,9,10,11'])('refuses "%s"', (text) => {
  expect(parseExpiryDays(text)).toBeNull();
});
