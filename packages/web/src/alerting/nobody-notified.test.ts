import { expect, it } from 'vitest';
import { isNobodyNotified } from './nobody-notified.ts';

it('is true until a built-in channel or an added one is on', () => {
  expect(isNobodyNotified([], [])).toBe(true);
  expect(isNobodyNotified([{ ref: 7 }], [{ enabled: false }])).toBe(true);
  expect(isNobodyNotified([{ ref: 7 }], [{ enabled: true }])).toBe(false);
  expect(isNobodyNotified([{ ref: 'slack' }], [])).toBe(false);
});
