/** Names up to two of several websites: 'Checkout and Billing', 'Checkout, Billing and 3 more'. Nothing for a single one. */
export function affectedNames(names: readonly string[]): string | undefined {
  const [first, second, ...others] = names;
  if (first === undefined || second === undefined) return undefined;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
}
