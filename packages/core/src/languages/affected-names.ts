import type { Words } from './words.ts';

/**
 * Joins names of several websites, two in full: 'Checkout and Billing', 'Checkout, Billing and 3 more'. Undefined for
 * fewer than two.
 */
export function affectedNames(
  names: readonly string[],
  words: Pick<Words['pages'], 'two' | 'andMore'>,
): string | undefined {
  const [first, second, ...others] = names;
  if (first === undefined || second === undefined) return undefined;
  return others.length === 0 ? words.two({ first, second }) : words.andMore({ first, second, count: others.length });
}
