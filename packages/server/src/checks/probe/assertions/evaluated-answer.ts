import type { Assertion, TimedPart } from '@upvigil/core/contract/check-options/assertions';
import { quoted } from '@upvigil/core/texts/assertions';
import type { ComparedValue } from './compare-values.ts';

/** The response of a page as assertions see it. */
export interface EvaluatedAnswer {
  /** The address after redirects. */
  url: string;
  /** By name in lower case, one text for each occurrence. */
  headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** Charset of the header, or null. */
  charset: string | null;
  /** Bytes of the whole body, decompressed. */
  size: number;
  /** Whether the body contains each text; null if it must be decoded first, and so is searched in `bytes`. */
  found: ReadonlyMap<string, boolean> | null;
  /** The beginning of the body, as far as later assertions need it. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Microseconds of each measured part. */
export type AnswerTimes = Readonly<Partial<Record<TimedPart, number>>>;

/** The values of the header that an assertion names. */
export const headerValues = (
  { property }: Pick<Assertion, 'property'>,
  { headers }: Pick<EvaluatedAnswer, 'headers'>,
): ComparedValue[] =>
  (headers[property.toLowerCase()] ?? []).map((text) => ({ text, isNumber: false, shown: quoted(text) }));
