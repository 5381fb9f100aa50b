import { describe, expect, it } from 'vitest';
import { afterAnswer, afterFailure, reachTimes } from './reachability.ts';

describe('the connection to the server', () => {
  const answered = afterAnswer(0);

  it('is lost after two refused connections, within 10 s of the last answer', () => {
    const once = afterFailure(answered, 'refused', answered.nextAt);
    expect(once.isAway).toBe(false);
    const twice = afterFailure(once, 'refused', once.nextAt);
    expect(twice.isAway).toBe(true);
    expect(once.nextAt).toBeLessThan(10_000);
    expect(twice.answeredAt).toBe(0);
  });

  it('is lost after one silence, within 10 s of the last answer', () => {
    const silentAt = answered.nextAt + reachTimes.patience;
    expect(silentAt).toBeLessThan(10_000);
    expect(afterFailure(answered, 'silent', silentAt).isAway).toBe(true);
  });

  it('is tried again more and more rarely, up to once a minute, until it answers', () => {
    let state = afterFailure(answered, 'silent', 0);
    const pauses = [state.nextAt];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const now = state.nextAt;
      state = afterFailure(state, 'refused', now);
      pauses.push(state.nextAt - now);
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(state.failures).toBe(6);
    expect(afterAnswer(state.nextAt)).toMatchObject({ isAway: false, failures: 0, answeredAt: state.nextAt });
  });
});
