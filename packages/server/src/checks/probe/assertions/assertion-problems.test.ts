import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import type { FieldError } from '@upvigil/core/contract/errors';
import { describe, expect, it } from 'vitest';
import { assertionProblems } from './assertion-problems.ts';

const fine: Assertion = { source: 'body', property: '', compare: 'contains', value: '(' };
const refusal = (given: Assertion): FieldError | null => assertionProblems([fine, given])[0] ?? null;
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
    expect(refusal(pattern(value))).toEqual({ field: 'assertions.1.value', message });
  });

  it.each(['$', '$..items[?@.price < 10].id', "$['a b'][0]", '$[?length(@.name) > 3]'])(
    'takes the path %s',
    (property) => {
      expect(refusal(path(property))).toBeNull();
    },
  );

  it.each([
    ['$.a[', 5, 'unclosed bracketed selection'],
    ['$.a b', 5, "expected '.', '..' or a bracketed selection, found 'b'"],
    ['$[01]', 3, 'leading zero in index selector'],
    ['$[?count(@.a)]', 4, 'result of count()'],
    ['$[?match(@.a, "(a+)+$")]', 4, 'match() is not one of length, count, value; for patterns compare by matches'],
    ['$[?@.a && count(@..b[?search(@, "x")]) > 1]', 23, 'search() is not one of'],
    ['$[?nosuch(@)]', 4, 'nosuch() is not one of'],
    [`$[?${'('.repeat(32)}@${')'.repeat(32)}]`, 35, 'brackets are nested more than 32 deep'],
  ])('refuses the path %s at character %i', (property, position, reason) => {
    const { message, field } = refusal(path(property)) ?? {};
    expect(message).toContain(`Assertion 2: Property is not a JSONPath, at character ${position}: ${reason}`);
    expect(field).toBe('assertions.1.property');
  });

  it('counts brackets within quotes as text', () => {
    expect(refusal(path(`$['${'['.repeat(40)}', "${'\\"('.repeat(40)}"]`))).toBeNull();
  });

  it.each([
    '('.repeat(250) + ')'.repeat(250),
    '\\pL{999}'.repeat(60),
    '(?i)[\\pL\\pN]{999}'.repeat(25),
    '['.repeat(500),
    '(((a{10}){10}){10}){10}',
    '(?:a?){20}'.repeat(50),
    '[^\\x00-\\x{10FFFF}]{1000}',
  ])('takes no time over the pattern %s', (value) => {
    expect(within(1000, () => refusal(pattern(value.slice(0, 500))))).toBe(true);
  });

  it.each([
    ...[12, 14, 60, 240].map((levels) => `$[?${'f('.repeat(levels)}@ && ${')'.repeat(levels)}]`),
    ...[12, 60].map((levels) => `$[?${'count(@[?'.repeat(levels)}@${'])>1'.repeat(levels)}]`),
    `$[?${'('.repeat(245)}@${')'.repeat(245)}]`,
    `$[?${'!('.repeat(120)}@${')'.repeat(120)}]`,
    '$[?@'.repeat(120),
    `$${'[?@'.repeat(120)}${']'.repeat(120)}`,
    `$${'[?@.a=='.repeat(70)}`,
    `$[?${'@.a&&'.repeat(95)}`,
    `$[?${'-'.repeat(490)}`,
    `$['${'\\'.repeat(490)}`,
    `$["${'\\u0061'.repeat(81)}`,
    `$[${'1:'.repeat(240)}`,
    `$${' '.repeat(490)}`,
    `$${'..*'.repeat(160)}`,
  ])('takes no time over the path %s', (property) => {
    expect(within(1000, () => refusal(path(property.slice(0, 500))))).toBe(true);
  });
});

function within(milliseconds: number, work: () => unknown): boolean {
  const started = performance.now();
  work();
  return performance.now() - started < milliseconds;
}
