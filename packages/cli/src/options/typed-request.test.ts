import { assertions } from '@upvigil/core/contract/check-options/assertions';
import { expect, test } from 'vitest';
import { UsageError } from '../failures.ts';
import { parseAssertion } from './typed-request.ts';

test.each([
  ['body contains Welcome', 'body', '', 'contains', 'Welcome'],
  ['body lacks  two  spaces', 'body', '', 'lacks', ' two  spaces'],
  ['body not_matches \\b(debug|trace)\\b', 'body', '', 'not_matches', '\\b(debug|trace)\\b'],
  ['json $.status equals ok', 'json', '$.status', 'equals', 'ok'],
  ['json $.status equals less is more', 'json', '$.status', 'equals', 'less is more'],
  ["json $['a b'] exists", 'json', "$['a b']", 'exists', ''],
  ['json $.error missing', 'json', '$.error', 'missing', ''],
  ['header Content-Type contains json', 'header', 'Content-Type', 'contains', 'json'],
  ['SIZE less 100000', 'size', '', 'less', '100000'],
  ['time less 0.5', 'time', '', 'less', '0.5'],
  ['time first_byte less 0.5', 'time', 'first_byte', 'less', '0.5'],
  ['html robots indexable', 'html', 'robots', 'indexable', ''],
  ['html canonical equals /shop/', 'html', 'canonical', 'equals', '/shop/'],
])('%s', (text, source, property, compare, value) => {
  expect(parseAssertion(text)).toEqual({ source, property, compare, value });
  expect(assertions.safeParse([parseAssertion(text)]).success).toBe(true);
});

test('leaves parts that do not fit a source to the server, which refuses them', () => {
  expect(parseAssertion('body a contains b')).toMatchObject({ property: 'a' });
  expect(assertions.safeParse([parseAssertion('body a contains b')]).success).toBe(false);
});

test.each([
  ['', /--assert must start with one of body, json,/],
  ['$.status equals ok', /--assert must start with one of body, json,/],
  ['body equals x', /--assert with the source body must have one of the compares contains, lacks/],
  ['json $.containsx', /--assert with the source json must have one of the compares exists,/],
])('%j is refused, and the message names valid values', (text, sentence) => {
  expect(() => parseAssertion(text)).toThrow(UsageError);
  expect(() => parseAssertion(text)).toThrow(sentence);
});
