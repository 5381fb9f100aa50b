import { describe, expect, test } from 'vitest';
import { cleanAddress, cleanUrl, findInvisible } from './clean-address.ts';

describe('a pasted address', () => {
  test.each([
    '\u200bexample.org',
    'example.org\u200b',
    'exam\u00adple.org',
    '\ufeffexample.org\r\n',
    '\u00a0example.org\u2003',
    '\u202aexample.org\u202c',
    'example\u200d.org',
    'exam\u2060ple.org\ufe0f',
  ])('%j loses invisible characters', (text) => {
    expect(cleanAddress(text)).toBe('example.org');
  });

  test.each(['می\u200cخواهم.example', '❤\ufe0f\u200d🔥.example', 'bücher.example', 'a b'])('%s stays', (text) => {
    expect(cleanAddress(text)).toBe(text);
  });

  test('of a page is one line again where a program broke it', () => {
    expect(cleanUrl(' https://example.org/one/\r\n\t  two?a=b\u2028c ')).toBe('https://example.org/one/two?a=bc');
  });

  test('is read in linear time', () => {
    const started = performance.now();
    expect(cleanUrl(`a${' '.repeat(500_000)}b`)).toHaveLength(500_002);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('a character that nobody can see', () => {
  test.each([
    ['a\u00a0b', 'a no-break space (U+00A0)'],
    ['a\u200bb', 'a zero-width space (U+200B)'],
    ['a\nb', 'a line break (U+000A)'],
    ['a\u0000b', 'an invisible character (U+0000)'],
    ['a\u3000b', 'an invisible character (U+3000)'],
    ['a\u{e0061}b', 'an invisible character (U+E0061)'],
  ])('of %j is named', (text, found) => {
    expect(findInvisible(text)).toBe(found);
    expect(findInvisible(text), 'once more').toBe(found);
  });

  test('is none of plain text', () => {
    expect(['', 'a b', 'ä', '密码', 'می\u200cخواهم'].map(findInvisible)).toEqual([null, null, null, null, null]);
  });
});
