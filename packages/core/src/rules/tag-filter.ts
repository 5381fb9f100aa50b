/** Whether a tag matches a filter. A filter that ends with ':' matches all tags with this prefix. */
const matches = (tag: string, filter: string): boolean =>
  filter.endsWith(':') ? tag.startsWith(filter) : tag === filter;

/** Whether any of the tags matches any of the filters. */
export const hasTagOf = (tags: readonly string[], filters: readonly string[]): boolean =>
  filters.some((filter) => tags.some((tag) => matches(tag, filter)));
