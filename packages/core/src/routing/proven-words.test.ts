import { expect, it } from 'vitest';
import { provenWords } from './proven-words.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();

it.each([
  [{ sent_at: daysAgo(12), proven_at: daysAgo(12) }, null, 'Proven 12 days ago', 'up'],
  [{ sent_at: null, proven_at: daysAgo(1) }, null, 'Proven 1 day ago', 'up'],
  [{ sent_at: null, proven_at: daysAgo(0) }, null, 'Proven today', 'up'],
  [{ sent_at: daysAgo(3), proven_at: daysAgo(45) }, null, 'Not proven for 45 days', 'warn'],
  [{ sent_at: daysAgo(44), proven_at: daysAgo(44) }, null, 'Proven 44 days ago', 'up'],
  [{ sent_at: null, proven_at: null }, daysAgo(90), 'Not proven yet', 'none'],
  [{ sent_at: daysAgo(3), proven_at: null }, daysAgo(60), 'Not proven for 60 days', 'warn'],
  [{ sent_at: daysAgo(3), proven_at: null }, daysAgo(9), 'Not proven yet', 'none'],
  [{ sent_at: daysAgo(50), proven_at: null }, null, 'Not proven for 50 days', 'warn'],
] as const)('%o since %s: %s', (proof, since, words, tone) => {
  expect(provenWords(proof, since, now)).toEqual({ words, tone });
});
