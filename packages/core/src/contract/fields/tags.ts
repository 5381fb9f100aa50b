import * as z from 'zod';
import { limits } from '../../limits.ts';
import { inputMessages } from './input-messages.ts';

const { maxLength, most } = limits.tags;
const tagPattern = new RegExp(`^[a-z0-9._:-]{1,${maxLength}}$`);

/** A tag of a monitor. Upper case is lowered. */
const tag = z
  .string({ error: inputMessages.tag })
  .overwrite((text) => text.trim().toLowerCase())
  .regex(tagPattern, { error: inputMessages.tag });

/** The tags of a monitor, without repetitions, in the given order. */
export const tagList = z
  .array(tag)
  .overwrite((tags) => [...new Set(tags)])
  .max(most, { error: inputMessages.tags });

/** Tags of which a monitor must have any. With ':' at its end, one is the common prefix of tags: `env:` matches `env:prod`. */
export const tagFilters = z
  .array(tag)
  .overwrite((tags) => [...new Set(tags)])
  .max(limits.tagFilters, { error: inputMessages.tagFilters });

/** Part of a filter: monitors with a matching tag, or without one. */
export interface TagTerm {
  /** A tag, or with ':' at its end a prefix. */
  filter: string;
  isWithout: boolean;
}

/** The terms of a filter such as `env:,!owner:`. */
export const parseTagTerms = (text: string): TagTerm[] =>
  text
    .split(',')
    .map((term) => term.trim().toLowerCase())
    .filter((term) => term !== '')
    .map((term) => ({ filter: term.replace(/^!\s*/, ''), isWithout: term.startsWith('!') }));

/**
 * Terms separated by commas, which must all match: a tag, a prefix as `env:`, or one of the two after `!` for monitors
 * without such a tag.
 */
export const tagTerms = z.string({ error: inputMessages.tagTerms }).refine(
  (text) => {
    const terms = parseTagTerms(text);
    return terms.length <= most && terms.every(({ filter }) => tagPattern.test(filter));
  },
  { error: inputMessages.tagTerms },
);
