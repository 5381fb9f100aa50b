import { expect, test } from 'vitest';
import { breakLine, wrapWords } from './break-text.ts';

test('breaks prose between words, and gives a long word its own line', () => {
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
