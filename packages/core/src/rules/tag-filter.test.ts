import { expect, it } from 'vitest';
import { hasTagOf } from './tag-filter.ts';

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
