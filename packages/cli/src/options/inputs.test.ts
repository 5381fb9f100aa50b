import { describe, expect, test } from 'vitest';
import { UsageError } from '../failures.ts';
import { choiceArgument, choiceOption, idArgument, numberOption, optionalNumberOption } from './inputs.ts';

describe('a number', () => {
  const hours = numberOption('--hours <n>', '', { min: 1, max: 24 }, 12);

  test('of an option is taken within its range, and has a value without it', () => {
    expect([hours.parse('1'), hours.parse('24'), hours.parse(undefined)]).toEqual([1, 24, 12]);
    expect(optionalNumberOption('--limit <n>', '', { min: 1, max: 2 }).parse(undefined)).toBeNull();
  });

  test.each(['0', '25', '1.5', '-1', '1e1', '', ' 1', '0x1'])('written as %j is refused, with the range', (text) => {
    expect(() => hours.parse(text)).toThrow(
      new UsageError(`--hours <n> must be a whole number from 1 to 24, but it is "${text}"`),
    );
  });

  test('that is an id has no upper end but that of numbers', () => {
    const id = idArgument('<id>', '');
    expect(id.parse('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => id.parse('9007199254740993')).toThrow('<id> must be a whole number 1 or above');
    expect(() => id.parse(undefined)).toThrow(UsageError);
  });
});

test('a choice is taken in any case, as the list has it', () => {
  const choices = ['DOWN', 'SLOW'] as const;
  expect(choiceOption('--type <t>', '', choices).parse('slow')).toBe('SLOW');
  expect(choiceOption('--type <t>', '', choices).parse(undefined)).toBeNull();
  expect(() => choiceArgument('<t>', '', choices).parse('up')).toThrow('<t> must be one of DOWN, SLOW, but it is "up"');
  expect(() => choiceArgument('<t>', '', choices).parse(undefined)).toThrow(UsageError);
});
