import type { TagTerm } from '../contract/fields/tags.ts';

/** Whether a tag matches a filter. A filter that ends with ':' matches all tags with this prefix. */
const matches = (tag: string, filter: string): boolean =>
  filter.endsWith(':') ? tag.startsWith(filter) : tag === filter;

/** Whether any of the tags matches any of the filters. */
export const hasTagOf = (tags: readonly string[], filters: readonly string[]): boolean =>
  filters.some((filter) => tags.some((tag) => matches(tag, filter)));

/** Whether tags match all terms. */
export const matchesTerms = (tags: readonly string[], terms: readonly TagTerm[]): boolean =>
  terms.every(({ filter, isWithout }) => hasTagOf(tags, [filter]) !== isWithout);
