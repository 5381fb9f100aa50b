import { expect, it, onTestFinished } from 'vitest';
import { watchStandstills, withStandstill } from './standstills.ts';

it('a finding names the standstill in which it may have its cause, and only that of its own life', () => {
  let now = 0;
  const standstills = watchStandstills(() => now);
  onTestFinished(() => standstills.stop());
  now = 75_500;
  expect(withStandstill('x was lost', standstills.takeLongest())).toBe('x was lost (everything stood still for 75 s)');
  now += 900;
  expect(withStandstill('x was lost', standstills.takeLongest())).toBe('x was lost');
});
