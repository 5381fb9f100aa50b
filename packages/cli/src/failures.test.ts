import { ApiError, ServerUnreachableError } from '@upvigil/core/contract/errors';
import { describe, expect, test } from 'vitest';
import { CommandError, failureSentence, reasonOf } from './failures.ts';

const coded = (code: string, cause?: unknown): Error => Object.assign(new Error('connect', { cause }), { code });

describe('the message for a person', () => {
  test('is the sentence of an error that has one, on one line', () => {
    expect(failureSentence(new CommandError('No such\u001b[31m\nfile'))).toBe('No such [31m file');
    expect(failureSentence(new ApiError(404, 'There is no website 3'))).toBe('There is no website 3');
    expect(failureSentence(coded('ENOENT'))).toBe('connect');
    const inUse = Object.assign(new Error('DATA_DIR is used by another Upvigil'), { name: 'StorageError' });
    expect(failureSentence(inUse)).toBe('DATA_DIR is used by another Upvigil');
  });

  test('names the kind of any other error, and prints a thrown value', () => {
    expect(failureSentence(new TypeError('x is undefined'))).toBe('TypeError: x is undefined');
    expect(failureSentence('text')).toBe('Unexpected error: text');
  });

  test('is why a server does not answer, and how to name another one', () => {
    const away = (cause?: unknown) => failureSentence(new ServerUnreachableError('No answer from http://a', { cause }));
    expect(away(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }))).toBe(
      'No answer from http://a (connection refused). Is the server running? Another address: --server or UPVIGIL_SERVER',
    );
    expect(away()).toMatch(/^No answer from http:\/\/a\. Is the server running\?/);
  });
});

test('a reason is found however deep it lies, but not in a circle', () => {
  expect(reasonOf(new Error('a', { cause: coded('EODD', coded('ETIMEDOUT')) }))).toBe('timed out');
  expect(reasonOf(new Error('a', { cause: new DOMException('late', 'TimeoutError') }))).toBe('timed out');
  expect(reasonOf(new Error('a', { cause: new CommandError('too large') }))).toBe('too large');
  expect(reasonOf(new Error('a'))).toBeNull();
  const circle = new Error('a');
  circle.cause = circle;
  expect(reasonOf(circle)).toBeNull();
});
