import { expect, it, onTestFinished } from 'vitest';
import { watchStandstills, withStandstill } from './standstills.ts';

it('a finding names the standstill in which it may have its cause, and none that was over before', () => {
  let now = 0;
  const standstills = watchStandstills(() => now);
  onTestFinished(() => standstills.stop());
  const sentenceSince = (when: number): string => withStandstill('x was lost', standstills.longestSince(when));
  now = 1_400;
  expect(sentenceSince(0)).toBe('x was lost');
  now += 75_500;
  expect(sentenceSince(1_000)).toBe('x was lost (everything stood still for 75 s)');
  now += 900;
  expect(sentenceSince(1_000)).toBe('x was lost (everything stood still for 75 s)');
  expect(sentenceSince(now)).toBe('x was lost');
});
