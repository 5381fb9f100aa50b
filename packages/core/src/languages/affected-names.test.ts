import { expect, it } from 'vitest';
import { affectedNames } from './affected-names.ts';
import { pages } from './compiled/pages/en.ts';

it.each([
  [[], undefined],
  [['Checkout'], undefined],
  [['Checkout', 'Billing'], 'Checkout and Billing'],
  [['Checkout', 'Billing', 'Docs', 'Search', 'API'], 'Checkout, Billing and 3 more'],
])('of %j names %s', (names, sentence) => {
  expect(affectedNames(names, pages)).toBe(sentence);
});
