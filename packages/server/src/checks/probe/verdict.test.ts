import { describe, expect, it } from 'vitest';
import { nothingMeasured } from './failure-text.ts';
import { toVerdict } from './verdict.ts';

const limits = { response_time_threshold_seconds: 0.5, failure_threshold: 2 };

describe('the verdict of a check', () => {
  it.each([
    [500_000, false],
    [500_001, true],
    [null, false],
  ])('an answer after %s µs with half a second allowed is slow: %s', (response_time_us, is_slow) => {
    expect(toVerdict({ outcome: 'up', ...nothingMeasured, response_time_us }, limits)).toMatchObject({
      is_up: true,
      is_slow,
      error_message: null,
    });
  });

  it('keeps the reason of a target that is down, which is never slow', () => {
    const outcome = { outcome: 'down', reason: 'HTTP 503', ...nothingMeasured, response_time_us: 9_000_000 } as const;

    expect(toVerdict(outcome, limits)).toMatchObject({ is_up: false, is_slow: false, error_message: 'HTTP 503' });
  });
});
