import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { count, flag, id, jsonOf, nullable, numberIn, oneOf, problemOfJson, text, textUpTo, time } from './columns.ts';

const schema = z.object({ a: z.object({ b: z.number() }) });

describe('the values of a column', () => {
  it.each([
    ['an id is a positive integer', id, [1, Number.MAX_SAFE_INTEGER], [0, -1, 1.5, 2 ** 53, '1', null]],
    ['a count fits 32 bits', count, [0, 2 ** 31 - 1], [-1, 2 ** 31]],
    ['a time has a year of four digits', time, [0, Date.UTC(9999, 11, 31)], [-1, Date.UTC(10_000, 0, 1)]],
    ['a flag is 0 or 1', flag, [0, 1], [2, true, '1']],
    ['text has no NUL', text, ['', 'ä\n'], ['a\0', 5]],
    ['text ends at its limit', textUpTo({ maxLength: 2 }), ['ab'], ['abc', 'a\0']],
    ['a number keeps its limits', numberIn('Loss', { min: 1, max: 2 }, '%'), [1, 1.5, 2], [0.9, 2.1, Number.NaN, '1']],
    ['a word is of its list', oneOf(['URL']), ['URL'], ['url', 'toString', 0]],
    ['what may be empty is null', nullable(flag), [null, 1], [undefined, 2]],
    ['JSON holds what its schema takes', jsonOf(schema), ['{"a":{"b":1}}'], ['{', '{"a":1}', 1]],
  ])('%s', (_promise, rule, valid, invalid) => {
    expect(valid.filter((value) => !rule.isValid(value))).toEqual([]);
    expect(invalid.filter((value) => rule.isValid(value))).toEqual([]);
  });

  it('that are wrong JSON are reported with the position', () => {
    expect(problemOfJson('{"a":{"b":1}}', schema)).toBeNull();
    expect(problemOfJson('{"a":', schema)).toBe('is not JSON');
    expect(problemOfJson('{"a":{"b":"x"}}', schema)).toMatch(/^a\.b: /);
    expect(problemOfJson('[]', z.string())).not.toContain(': :');
  });
});
