import { describe, expect, it } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';

function openThrottle(maxPerMinute: number) {
  let now = 0;
  const throttle = createLoginThrottle(maxPerMinute, () => now);
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { throttle, pass };
}

describe('wrong passwords', () => {
  it('are refused over the limit a minute, with the seconds until the oldest no longer counts', () => {
    const { throttle, pass } = openThrottle(2);
    expect(throttle.attempt('a')).toBeNull();
    pass(10_000);
    expect(throttle.attempt('a')).toBeNull();
    pass(500);
    expect(throttle.attempt('a')).toBe(50);
    pass(49_499);
    expect(throttle.attempt('a')).toBe(1);
    pass(1);
    expect(throttle.attempt('a')).toBeNull();
    expect(throttle.attempt('a')).toBe(10);
  });

  it('of one network do not block another', () => {
    const { throttle } = openThrottle(1);
    throttle.attempt('a');
    expect(throttle.attempt('a')).toBe(60);
    expect(throttle.attempt('b')).toBeNull();
  });

  it('do not count when they were forgiven, one for each call', () => {
    const { throttle } = openThrottle(2);
    throttle.attempt('a');
    throttle.attempt('a');
    throttle.forgive('a');
    expect(throttle.attempt('a')).toBeNull();
    expect(throttle.attempt('a')).toBe(60);
  });
});

describe('a network from which somebody signed in', () => {
  it('is known, and the attempt does not count', () => {
    const { throttle } = openThrottle(1);
    throttle.attempt('a');
    expect(throttle.isKnown('a')).toBe(false);
    throttle.welcome('a');
    expect(throttle.isKnown('a')).toBe(true);
    expect(throttle.attempt('a')).toBeNull();
  });

  it('is forgotten after 200 others, counted from the last time', () => {
    const { throttle } = openThrottle(1);
    throttle.welcome('left');
    throttle.welcome('comes back');
    for (let network = 0; network < 199; network++) {
      throttle.welcome(String(network));
      throttle.welcome('comes back');
    }
    expect([throttle.isKnown('left'), throttle.isKnown('comes back')]).toEqual([false, true]);
  });
});
