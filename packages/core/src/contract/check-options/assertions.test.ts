import { describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import { assertions } from './assertions.ts';

/** Field and sentence of the assertion's problem; null without one. */
const wrong = (given: object): string | null => {
  const issue = assertions.safeParse([{ source: 'size', compare: 'less', value: '9' }, given]).error?.issues[0];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
};

describe('a list of assertions', () => {
  it.each([
    { source: 'body', compare: 'contains', value: 'Welcome' },
    { source: 'json', property: '$.status', compare: 'equals', value: '' },
    { source: 'json', property: '$', compare: 'less', value: '-1.5e3' },
    { source: 'header', property: 'X-Cache', compare: 'exists' },
    { source: 'time', property: 'first_byte', compare: 'less', value: '0.5' },
    { source: 'time', compare: 'less', value: '2' },
    { source: 'html', property: 'robots', compare: 'indexable' },
    { source: 'html', property: 'canonical', compare: 'equals', value: '/page' },
  ])('takes %j', (given) => {
    expect(wrong(given)).toBeNull();
  });

  it.each([
    [{ source: 'cookie', compare: 'less' }, 'source: Source must be one of body, json'],
    [{ source: 'size', compare: 'contains' }, 'compare: Assertion 2: Compare of size must be one of less, greater'],
    [
      { source: 'body', property: '$', compare: 'lacks', value: 'x' },
      'property: Assertion 2: Property must be empty for body',
    ],
    [{ source: 'json', property: 'status', compare: 'exists' }, 'property: Assertion 2: Property must be a JSONPath'],
    [
      { source: 'header', property: 'a b', compare: 'exists' },
      'property: Assertion 2: Property must be the name of a header',
    ],
    [
      { source: 'time', property: 'dnss', compare: 'less', value: '1' },
      'property: Assertion 2: Property must be empty or one of total, dns',
    ],
    [
      { source: 'html', property: 'toString', compare: 'equals', value: '/' },
      'property: Assertion 2: Property must be robots or canonical',
    ],
    [
      { source: 'html', property: 'canonical', compare: 'indexable' },
      'compare: Assertion 2: Compare of canonical must be equals',
    ],
    [
      { source: 'html', property: 'canonical', compare: 'equals', value: '' },
      'value: Assertion 2: Value must be an address or a path',
    ],
    [
      { source: 'html', property: 'robots', compare: 'indexable', value: 'x' },
      'value: Assertion 2: Value must be empty for indexable',
    ],
    [{ source: 'body', compare: 'contains', value: ' ' }, 'value: Assertion 2: Value is required for contains'],
    [{ source: 'json', property: '$.a', compare: 'less', value: '0x10' }, 'value: Assertion 2: Value must be a number'],
    [
      { source: 'json', property: '$.a', compare: 'less', value: 'Infinity' },
      'value: Assertion 2: Value must be a number',
    ],
    [{ source: 'size', compare: 'greater', value: '-1' }, 'value: Assertion 2: Value must be a number of bytes'],
    [{ source: 'time', compare: 'less', value: '1 s' }, 'value: Assertion 2: Value must be a number of seconds'],
    [
      { source: 'json', property: '$.a', compare: 'equals', value: 'x'.repeat(501) },
      'value: Value must have at most 500 characters',
    ],
  ])('refuses %j, naming the field', (given, sentence) => {
    expect(wrong(given)?.startsWith(`1.${sentence}`)).toBe(true);
  });

  it('has 20 at most', () => {
    const one = { source: 'body', compare: 'contains', value: 'x' };
    expect(assertions.safeParse(Array(limits.assertions).fill(one)).success).toBe(true);
    expect(assertions.safeParse(Array(limits.assertions + 1).fill(one)).error?.issues[0]?.message).toBe(
      'Assertions must be at most 20',
    );
  });
});
