import { dayMs, hourMs } from '@upvigil/core/time';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../base/clock.ts';
import { acceptedAtStart, leadsUpTo, nextAccepted } from './accepted-clock.ts';

/** A wall clock that is `ahead`, after the process has run for `passed`. */
const clock = (ahead: number, passed = 0): Clock => ({
  now: () => 1_000_000 + passed + ahead,
  monotonic: () => passed,
  after: () => () => undefined,
});
const accepted = acceptedAtStart(clock(0));

describe('a wall clock', () => {
  it('that is set back, or ahead by an hour at most, is accepted at once', () => {
    for (const ahead of [-dayMs, -1, hourMs])
      expect(nextAccepted(accepted, clock(ahead))).toEqual(acceptedAtStart(clock(ahead)));
  });

  it('that jumped ahead is accepted when it stays there for a day', () => {
    const unaccepted = nextAccepted(accepted, clock(2 * dayMs, hourMs));
    expect(unaccepted).toEqual({ offset: accepted.offset, aheadSince: hourMs });
    expect(nextAccepted(unaccepted, clock(2 * dayMs, hourMs + dayMs - 1))).toEqual(unaccepted);
    expect(nextAccepted(unaccepted, clock(2 * dayMs, hourMs + dayMs))).toEqual({
      offset: accepted.offset + 2 * dayMs,
      aheadSince: null,
    });
  });

  it('that was corrected meanwhile waits a whole day again after the next jump', () => {
    const unaccepted = nextAccepted(accepted, clock(2 * dayMs, hourMs));
    const mended = nextAccepted(unaccepted, clock(0, 2 * hourMs));
    expect(mended.aheadSince).toBeNull();
    expect(nextAccepted(mended, clock(2 * dayMs, dayMs + hourMs)).aheadSince).toBe(dayMs + hourMs);
  });
});

it('what is stored leads up to the present without a gap of a day', () => {
  const now = 100 * dayMs;
  expect(
    [null, now - dayMs, now - 2 * dayMs - hourMs, now - 2 * dayMs - hourMs - 1].map((newest) => leadsUpTo(now, newest)),
  ).toEqual([true, true, true, false]);
});
