import type { Assertion } from '@upvigil/core/check-options/assertions';
import { RequestError } from '@upvigil/core/errors';
import { describe, expect, it } from 'vitest';
import { requireCompiled } from './assertion-problems.ts';

const fine: Assertion = { source: 'body', property: '', compare: 'contains', value: '(' };
const refusal = (given: Assertion): RequestError | null => {
  try {
    requireCompiled([fine, given]);
    return null;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
};
const pattern = (value: string): Assertion => ({ source: 'body', property: '', compare: 'not_matches', value });
const path = (property: string): Assertion => ({ source: 'json', property, compare: 'exists', value: '' });

describe('patterns and JSONPaths, compiled on saving', () => {
  it.each(['(a+)+$', '(?i)\\bok\\b', '[\u00e9-\u00ff]{2,1000}', '\\pL+', '(?P<year>\\d{4})'])(
    'takes the pattern %s',
    (value) => {
      expect(refusal(pattern(value))).toBeNull();
    },
  );

  it.each([
    ['ab(c', 3, 'missing closing )'],
    ['ab)c', 3, 'unexpected )'],
    ['\\([(](', 6, 'missing closing )'],
    ['abc[z-a]', 5, 'invalid character class range z-a'],
    ['x(?=y)', 2, 'invalid or unsupported Perl syntax (?='],
    ['x{1001}', 2, 'invalid repeat count {1001}'],
    ['a\\1', 2, 'invalid escape sequence \\1'],
  ])('refuses the pattern %s at character %i', (value, position, reason) => {
    const message = `Assertion 2: Value is not an RE2 pattern, at character ${position}: ${reason}`;
    expect(refusal(pattern(value))).toMatchObject({
      kind: 'invalid',
      message,
      errors: [{ field: 'assertions.1.value', message }],
    });
  });

  it.each(['$', '$..items[?@.price < 10].id', "$['a b'][0]", '$[?length(@.name) > 3]'])(
    'takes the path %s',
    (property) => {
      expect(refusal(path(property))).toBeNull();
    },
  );

  it.each([
    ['$.a[', 5, 'Expected'],
    ['$.a b', 5, 'Expected'],
    ['$[?match(@.a, "(a+)+$")]', 4, 'match() is not one of length, count, value; for patterns compare by matches'],
    ['$[?@.a && count(@..b[?search(@, "x")]) > 1]', 23, 'search() is not one of'],
    ['$[?nosuch(@)]', 4, 'nosuch() is not one of'],
  ])('refuses the path %s at character %i', (property, position, reason) => {
    const { message, errors } = refusal(path(property)) ?? {};
    expect(message).toContain(`Assertion 2: Property is not a JSONPath, at character ${position}: ${reason}`);
    expect(errors?.[0]?.field).toBe('assertions.1.property');
  });

  it('takes no time over the worst of 500 characters', () => {
    const worst = [
      '('.repeat(250) + ')'.repeat(250),
      '\\pL{999}'.repeat(60),
      '(?i)[\\pL\\pN]{999}'.repeat(25),
      '['.repeat(500),
    ];
    const paths = [
      `$[?${'('.repeat(245)}@${')'.repeat(245)}]`,
      '$[?@'.repeat(120),
      `$${'[?@'.repeat(120)}${']'.repeat(120)}`,
    ];
    for (const value of worst) expect(within(2000, () => refusal(pattern(value.slice(0, 500))))).toBe(true);
    for (const property of paths) expect(within(2000, () => refusal(path(property.slice(0, 500))))).toBe(true);
  });
});

function within(milliseconds: number, work: () => unknown): boolean {
  const started = performance.now();
  work();
  return performance.now() - started < milliseconds;
}
