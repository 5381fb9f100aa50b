import { type Assertion, isDecimal } from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import { type Finding, nothingThere } from '@upvigil/core/texts/assertions';

/** A value of a response that an assertion compares. */
export interface ComparedValue {
  /** Null for a list or an object. */
  text: string | null;
  isNumber: boolean;
  /** Formatted for sentences: '"degraded"', '12', 'a list'. */
  shown: string;
}

export type Matches = (text: string) => boolean;
/** For comparisons without a pattern. */
export const noPattern: Matches = () => false;

const isFitting: Readonly<Partial<Record<Assertion['compare'], (value: ComparedValue, wanted: string) => boolean>>> = {
  equals: isEqual,
  contains: ({ text }, wanted) => text?.includes(wanted) ?? false,
  less: (value, wanted) => (order(value, wanted) ?? 0) < 0,
  greater: (value, wanted) => (order(value, wanted) ?? 0) > 0,
};

/** Compares all found values. One match suffices; `not_equals` and `missing` allow none. */
export function compareValues(
  { compare, value: wanted }: Pick<Assertion, 'compare' | 'value'>,
  values: readonly ComparedValue[],
  matches: Matches,
): Finding {
  const [first] = values;
  if (compare === 'exists') return finding(first !== undefined, values, first);
  if (compare === 'missing') return finding(first === undefined, values, first);
  if (compare === 'not_equals') {
    const equal = values.find((value) => isEqual(value, wanted));
    return finding(equal === undefined, values, equal ?? first);
  }
  const fitting = values.find((value) =>
    compare === 'matches' ? value.text !== null && matches(value.text) : isFitting[compare]?.(value, wanted),
  );
  return finding(fitting !== undefined, values, fitting ?? first);
}

function finding(ok: boolean, values: readonly ComparedValue[], found: ComparedValue | undefined): Finding {
  const others = values.length > 1 ? ` (one of ${values.length})` : '';
  return { ok, actual: found === undefined ? nothingThere : found.shown + others, problem: null };
}

/** Equal as text, or as numbers: 19.90 equals 19.9. */
function isEqual(value: ComparedValue, wanted: string): boolean {
  return value.text === wanted || (value.isNumber && order(value, wanted) === 0);
}

const wholeNumber = /^-?\d+$/;
/** Longer texts do not count as numbers, because arithmetic with a million digits is slow. */
const longestNumber = limits.assertionText.maxLength;

/**
 * Negative if the value is less than the wanted number; null if either is not a number. Integers of any size are
 * compared exactly.
 */
function order({ text }: ComparedValue, wanted: string): number | null {
  const number = text !== null && text.length <= longestNumber ? text.trim() : '';
  if (!isDecimal(number) || !isDecimal(wanted)) return null;
  if (!wholeNumber.test(number) || !wholeNumber.test(wanted)) return Number(number) - Number(wanted);
  const difference = BigInt(number) - BigInt(wanted);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
