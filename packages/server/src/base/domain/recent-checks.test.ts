import { mostRecentChecks } from '@upvigil/core/contract/names/states';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addRecentCheck,
  decodeRecentChecks,
  isEncodedRecentChecks,
  type RecentCheck,
  recentCheck,
} from './recent-checks.ts';

const check = fc.record<RecentCheck>({
  state: fc.constantFrom('up', 'slow', 'down'),
  ms: fc.option(fc.nat({ max: 200_000 }), { nil: null }),
});
const encode = (checks: readonly RecentCheck[]): string | null =>
  checks.reduce<string | null>((encoded, each) => addRecentCheck(encoded, each), null);

test('the last checks come back as they were, the oldest first, and no more than are kept', () => {
  fc.assert(
    fc.property(fc.array(check, { maxLength: 120 }), (checks) => {
      expect(decodeRecentChecks(encode(checks))).toEqual(checks.slice(-mostRecentChecks));
    }),
  );
});

test('encoded text is distinguished from any other text', () => {
  fc.assert(
    fc.property(fc.array(check, { minLength: 1, maxLength: 60 }), (checks) => {
      const encoded = encode(checks) ?? '';
      expect(isEncodedRecentChecks(encoded)).toBe(true);
      expect(encoded.length).toBeLessThanOrEqual(144);
      expect(isEncodedRecentChecks(encoded.slice(1))).toBe(false);
      expect(isEncodedRecentChecks(`${encoded.slice(3)} !!`)).toBe(false);
    }),
  );
  expect(isEncodedRecentChecks('')).toBe(true);
  expect(isEncodedRecentChecks('!'.repeat(144))).toBe(true);
  expect(isEncodedRecentChecks('!'.repeat(147))).toBe(false);
  expect(isEncodedRecentChecks('~~~')).toBe(false);
});

test('a check is kept as its state and its time in milliseconds', () => {
  const kept = (is_up: boolean, is_slow: boolean, response_time_us: number | null) =>
    decodeRecentChecks(addRecentCheck(null, recentCheck({ is_up, is_slow, response_time_us })))[0];
  expect(kept(true, false, 120_400)).toEqual({ state: 'up', ms: 120 });
  expect(kept(true, true, 6_120_000)).toEqual({ state: 'slow', ms: 6120 });
  expect(kept(false, false, null)).toEqual({ state: 'down', ms: null });
  expect(kept(false, false, 499)).toEqual({ state: 'down', ms: 0 });
  expect(kept(false, false, 10_000_000_000)).toEqual({ state: 'down', ms: 276_859 });
});
