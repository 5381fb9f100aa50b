import { tagList } from '@upvigil/core/contract/fields/tags';

/** The column of a monitor's tags: each between blanks, so that SQL finds whole tags; empty without any. */
export const storeTags = (tags: readonly string[]): string => (tags.length === 0 ? '' : ` ${tags.join(' ')} `);

export const tagsOf = (stored: string): string[] => stored.split(' ').filter((tag) => tag !== '');

export function areStoredTags(stored: string): boolean {
  const parsed = tagList.safeParse(tagsOf(stored));
  return parsed.success && storeTags(parsed.data) === stored;
}
