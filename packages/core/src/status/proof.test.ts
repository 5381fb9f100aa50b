import { expect, it } from 'vitest';
import { isUnproven, proofWords, unprovenSince } from './proof.ts';

const now = Date.UTC(2026, 10, 20, 18, 24);
const daysAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString();

it.each([
  [daysAgo(-1), 'Proven today', 'up'],
  [daysAgo(0.9), 'Proven today', 'up'],
  [daysAgo(1), 'Proven 1 day ago', 'up'],
  [daysAgo(12), 'Proven 12 days ago', 'up'],
  [daysAgo(44.9), 'Proven 44 days ago', 'up'],
  [daysAgo(45), 'Not proven for 45 days', 'warn'],
] as const)('of a channel that was proven at %s it says %s', (proven_at, words, tone) => {
  const since = unprovenSince({ proven_at, added_at: daysAgo(90), first_drill_at: daysAgo(60) });
  expect(proofWords(proven_at, since, now)).toEqual({ words, tone });
  expect(isUnproven(since, now)).toBe(tone === 'warn');
});

it.each([
  ['that was added seconds ago', { added_at: daysAgo(0), first_drill_at: null }, 'Not proven yet'],
  ['that was added 44 days ago', { added_at: daysAgo(44.9), first_drill_at: daysAgo(30) }, 'Not proven yet'],
  ['that was added 45 days ago', { added_at: daysAgo(45), first_drill_at: daysAgo(3) }, 'Not proven for 45 days'],
  ['that was added long ago', { added_at: daysAgo(90), first_drill_at: null }, 'Not proven for 90 days'],
  ['that is built in, without a drill', { added_at: null, first_drill_at: null }, 'Not proven yet'],
  [
    'that is built in, drilled first 50 days ago',
    { added_at: null, first_drill_at: daysAgo(50) },
    'Not proven for 50 days',
  ],
])('of a channel %s and never proven it counts from the same day everywhere', (_what, times, words) => {
  const since = unprovenSince({ proven_at: null, ...times });
  expect(proofWords(null, since, now).words).toBe(words);
  expect(isUnproven(since, now)).toBe(words !== 'Not proven yet');
  expect(isUnproven(since === null ? null : Date.parse(since), now)).toBe(words !== 'Not proven yet');
});
