import { expect, test } from 'vitest';
import { localTimeText, timeOfText } from './local-time.ts';

test('converts a time to a field value and back, to the minute', () => {
  const time = '2026-11-24T11:40:00.000Z';
  expect(timeOfText(localTimeText(time))).toBe(time);
  expect(localTimeText(time)).toMatch(/^2026-11-2\dT\d\d:\d\d$/);
});

test('keeps the milliseconds of an unchanged time', () => {
  const time = '2026-11-24T11:40:17.123Z';
  expect(timeOfText(localTimeText(time), time)).toBe(time);
  expect(timeOfText(localTimeText(time))).toBe('2026-11-24T11:40:00.000Z');
});

test('reads an empty field as no time, and leaves invalid text to the schema', () => {
  expect(timeOfText('')).toBeUndefined();
  expect(timeOfText('soon')).toBe('soon');
});
