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

/** One tag, or with ':' at its end the common prefix of tags: `env:` matches `env:prod`. */
export const tagFilter = tag;
