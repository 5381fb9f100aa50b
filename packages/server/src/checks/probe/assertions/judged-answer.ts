import type { Assertion, TimedPart } from '@upvigil/core/contract/check-options/assertions';
import { quoted } from '@upvigil/core/texts/assertions';
import type { ComparedValue } from './compare-values.ts';

/** An answer of a page, as it is judged. */
export interface JudgedAnswer {
  /** Where it came from, after redirects. */
  url: string;
  /** By name in lower case, one text for each time it was sent. */
  headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** As the header names it, or null. */
  charset: string | null;
  /** Bytes of the whole body, decompressed. */
  size: number;
  /** By text, whether the body contains it; null where that must be decoded first, and so is looked for in `bytes`. */
  found: ReadonlyMap<string, boolean> | null;
  /** The beginning of the body, as far as what is judged later looks at it. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** How long each part took, microseconds, as far as it was measured. */
export type AnswerTimes = Readonly<Partial<Record<TimedPart, number>>>;

/** The values of the header that an assertion names. */
export const headerValues = (
  { property }: Pick<Assertion, 'property'>,
  { headers }: Pick<JudgedAnswer, 'headers'>,
): ComparedValue[] =>
  (headers[property.toLowerCase()] ?? []).map((text) => ({ text, isNumber: false, shown: quoted(text) }));
