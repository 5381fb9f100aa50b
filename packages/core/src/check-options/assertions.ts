import * as z from 'zod';
import { oneOf, plainText } from '../contract/fields.ts';
import { limits } from '../limits.ts';

/** Where an assertion looks, and by what it may compare there. */
export const comparesOf = {
  body: ['contains', 'lacks', 'matches', 'not_matches'],
  json: ['exists', 'missing', 'equals', 'not_equals', 'contains', 'matches', 'less', 'greater'],
  header: ['exists', 'missing', 'equals', 'not_equals', 'contains', 'matches', 'less', 'greater'],
  size: ['less', 'greater'],
  time: ['less', 'greater'],
  html: ['indexable', 'equals'],
} as const;
export type AssertionSource = keyof typeof comparesOf;
export const assertionSources = Object.keys(comparesOf) as AssertionSource[];
export type AssertionCompare = (typeof comparesOf)[AssertionSource][number];
const compares = [...new Set(Object.values(comparesOf).flat())] as AssertionCompare[];

/** One thing that an answer must be. `property`: a JSONPath, a header's name, a phase, `robots` or `canonical`; else empty. */
export const assertion = z.object({
  source: oneOf('Source', assertionSources),
  property: plainText('Property', limits.assertionText.maxLength).default(''),
  compare: oneOf('Compare', compares),
  value: plainText('Value', limits.assertionText.maxLength).default(''),
});
export type Assertion = z.output<typeof assertion>;

/** All must hold. */
export const assertions = z
  .array(assertion)
  .max(limits.assertions, { error: `Assertions must be at most ${limits.assertions}` });
