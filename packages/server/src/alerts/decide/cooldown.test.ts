import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cooldownReason, cooldownUntil } from './cooldown.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const minute = 60_000;

it('lasts for its minutes after the last notification, and not a millisecond longer', () => {
  expect(cooldownUntil({ created_at: noon }, noon + 14 * minute, 15)).toBe(noon + 15 * minute);
  expect(cooldownUntil({ created_at: noon }, noon + 15 * minute, 15)).toBeNull();
});

it('does not apply before the first notification', () => {
  expect(cooldownUntil(undefined, noon, 15)).toBeNull();
});

it('has its end in the reason', () => {
  expect(cooldownReason(noon + 125 * minute)).toBe('cooldown until 14:05');
});

it('never lasts longer than its minutes, however the clock jumps', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.nat(1e12), fc.integer({ min: 1, max: 60 }), (last, now, minutes) => {
      const until = cooldownUntil({ created_at: last }, now, minutes);
      if (until !== null) expect(until - now).toBeLessThanOrEqual(minutes * minute);
    }),
  );
});
