import { expect, test } from 'vitest';
import { breakLine, wrapWords } from './break-text.ts';

test('prose is broken between words, and a long word stands alone', () => {
  expect(wrapWords('cannot be checked: out of memory', 12)).toEqual(['cannot be', 'checked: out', 'of memory']);
  expect(wrapWords('a https://example.org/long b', 8)).toEqual(['a', 'https://example.org/long', 'b']);
  expect(wrapWords('監視 対象', 5)).toEqual(['監視', '対象']);
});

test('a foreign line is broken at the edge, and nothing of it is lost', () => {
  expect(breakLine('', 5)).toEqual(['']);
  expect(breakLine('  abc  def', 5)).toEqual(['  abc', '  def']);
  expect(breakLine('監視対象a', 5)).toEqual(['監視', '対象a']);
  expect(breakLine('監視', 1)).toEqual(['監', '視']);
});
