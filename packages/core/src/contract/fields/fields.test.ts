import { describe, expect, test } from 'vitest';
import { hostText, isHost, isOneLine, optionalText, pathId, plainText, queryInteger, requiredText } from './fields.ts';

describe('text', () => {
  test('loses what a database cannot keep, and the space around it', () => {
    expect(plainText('Name', 10).parse(' a\0b\ud800 ')).toBe('ab\ufffd');
    expect(plainText('Name', 10).parse('🚀')).toBe('🚀');
  });

  test('that is required is not empty', () => {
    for (const nothing of ['', '  ', '\0', ' \0 '])
      expect(requiredText('Name', 10).safeParse(nothing).success).toBe(false);
    expect(requiredText('Name', 2).safeParse(' ab ').success).toBe(true);
    expect(requiredText('Name', 2).safeParse('abc').success).toBe(false);
  });

  test('that may be missing is null when it is empty', () => {
    expect([null, '', ' \0', ' a '].map((text) => optionalText('Name', 10).parse(text))).toEqual([
      null,
      null,
      null,
      'a',
    ]);
  });

  test('of one line has no control character', () => {
    expect(['a b', 'ä'].every(isOneLine)).toBe(true);
    expect(['a\nb', 'a\rb', 'a\u2028b', 'a\tb', 'a\u0085b'].some(isOneLine)).toBe(false);
  });
});

describe('a host', () => {
  test.each(['a', 'mail.example.com', 'münchen.example', '192.0.2.1', '::1', 'fe80::1%eth0', 'under_score'])(
    'may be %s',
    (host) => {
      expect(isHost(host)).toBe(true);
    },
  );

  test.each(['a:80', 'http://a', 'a b', 'a/b', '[::1]', '::1%', 'user@a', ''])('is not %j', (host) => {
    expect(isHost(host)).toBe(false);
    expect(hostText('Host').safeParse(host).success).toBe(false);
  });
});

describe('a number of an address', () => {
  test('is a whole one of the query, within its range, or a number of a typed caller', () => {
    const limit = queryInteger('limit', { min: 1, max: 10 });
    expect([limit.parse('10'), limit.parse(1)]).toEqual([10, 1]);
    for (const wrong of ['11', '0', '1.0', '1e0', '', ' 1', 1.5, '9'.repeat(16)]) {
      expect(limit.safeParse(wrong).success, String(wrong)).toBe(false);
    }
  });

  test('is a positive id of the path, in one way of writing', () => {
    expect([pathId.parse('12'), pathId.parse(3)]).toEqual([12, 3]);
    for (const wrong of ['0', '012', '-1', '1.0', 'x', '9'.repeat(16), 0]) {
      expect(pathId.safeParse(wrong).success, String(wrong)).toBe(false);
    }
  });
});
