import { expect, it } from 'vitest';
import { isUnproven, proofWords } from './proof-words.ts';

const now = Date.UTC(2026, 10, 20, 18, 24);
const daysAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString();

it.each([
  [null, 'Never proven', true],
  [daysAgo(-1), 'Proven today', false],
  [daysAgo(0.9), 'Proven today', false],
  [daysAgo(1), 'Proven 1 day ago', false],
  [daysAgo(12), 'Proven 12 days ago', false],
  [daysAgo(44.9), 'Proven 44 days ago', false],
  [daysAgo(45), 'Not proven for 45 days', true],
])('of %j says %j', (provenAt, words, unproven) => {
  expect(proofWords(provenAt, now)).toBe(words);
  expect(isUnproven(provenAt, now)).toBe(unproven);
});
