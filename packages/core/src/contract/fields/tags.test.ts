import { expect, it } from 'vitest';
import { parseTagTerms, tagList, tagTerms } from './tags.ts';

const messageOf = (tags: unknown): string | undefined => tagList.safeParse(tags).error?.issues[0]?.message;

it('lowers upper case, trims, and drops repetitions', () => {
  expect(tagList.parse(['Env:Prod', ' db ', 'DB', 'a.b_c-1'])).toEqual(['env:prod', 'db', 'a.b_c-1']);
});

it('refuses other characters, long tags and too many', () => {
  const characters = 'A tag must have 1 to 30 of the characters a-z, 0-9, dot, underscore, colon and dash';
  for (const tag of ['', 'a b', 'ä', 'x'.repeat(31), 7]) expect(messageOf([tag])).toBe(characters);
  expect(messageOf(Array.from({ length: 11 }, (_, at) => `t${at}`))).toBe('Tags must be at most 10');
});

it('reads terms in any case, with blanks between them', () => {
  expect(tagTerms.safeParse('ENV:prod, !db').success).toBe(true);
  expect(parseTagTerms('ENV:prod, !db')).toEqual([
    { filter: 'env:prod', isWithout: false },
    { filter: 'db', isWithout: true },
  ]);
});

it.each(['a b', '!', '!!a', 'tag%', 'ä', Array.from({ length: 11 }, (_, at) => `t${at}`).join(',')])(
  'refuses the terms "%s"',
  (terms) => {
    expect(tagTerms.safeParse(terms).success).toBe(false);
  },
);
