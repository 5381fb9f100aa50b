import { expect, it } from 'vitest';
import { parseTagTerms, tagTerms } from '../contract/fields/tags.ts';
import { hasTagOf, matchesTerms } from './tag-filter.ts';

it.each([
  { tags: ['env:prod', 'db'], filters: ['db'], matches: true },
  { tags: ['env:prod'], filters: ['env:'], matches: true },
  { tags: ['env'], filters: ['env:'], matches: false },
  { tags: ['env:prod'], filters: ['env'], matches: false },
  { tags: ['a'], filters: ['b', 'a'], matches: true },
  { tags: [], filters: ['a'], matches: false },
  { tags: ['a'], filters: [], matches: false },
])('tags $tags and filters $filters: $matches', ({ tags, filters, matches }) => {
  expect(hasTagOf(tags, filters)).toBe(matches);
});

it.each([
  { tags: ['env:prod', 'db'], terms: 'env:, db', matches: true },
  { tags: ['env:prod'], terms: 'ENV:prod,db', matches: false },
  { tags: ['env:prod'], terms: '!owner:', matches: true },
  { tags: ['env:prod', 'owner:ann'], terms: 'env:,!owner:', matches: false },
  { tags: [], terms: '', matches: true },
])('tags $tags and terms "$terms": $matches', ({ tags, terms, matches }) => {
  expect(tagTerms.safeParse(terms).success).toBe(true);
  expect(matchesTerms(tags, parseTagTerms(terms))).toBe(matches);
});

it.each(['a b', '!', '!!a', 'tag%', 'ä', Array.from({ length: 11 }, (_, at) => `t${at}`).join(',')])(
  'refuses the terms "%s"',
  (terms) => {
    expect(tagTerms.safeParse(terms).success).toBe(false);
  },
);
