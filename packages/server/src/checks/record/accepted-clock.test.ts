import { describe, expect, it } from 'vitest';
import type { Clock } from '../../base/clock.ts';
import { acceptedAtStart, leadsUpTo, nextAccepted } from './accepted-clock.ts';
import { day, hour } from './rollups/rollup.ts';

/** A wall clock that is `ahead`, after the process has run for `passed`. */
const clock = (ahead: number, passed = 0): Clock => ({
  now: () => 1_000_000 + passed + ahead,
  monotonic: () => passed,
  after: () => () => undefined,
});
const accepted = acceptedAtStart(clock(0));

describe('a wall clock', () => {
  it('that is set back, or ahead by an hour at most, is accepted at once', () => {
    for (const ahead of [-day, -1, hour])
      expect(nextAccepted(accepted, clock(ahead))).toEqual(acceptedAtStart(clock(ahead)));
  });

  it('that jumped ahead is accepted when it stays there for a day', () => {
    const unaccepted = nextAccepted(accepted, clock(2 * day, hour));
    expect(unaccepted).toEqual({ offset: accepted.offset, aheadSince: hour });
    expect(nextAccepted(unaccepted, clock(2 * day, hour + day - 1))).toEqual(unaccepted);
    expect(nextAccepted(unaccepted, clock(2 * day, hour + day))).toEqual({
      offset: accepted.offset + 2 * day,
      aheadSince: null,
    });
  });

  it('that was corrected meanwhile waits a whole day again after the next jump', () => {
    const unaccepted = nextAccepted(accepted, clock(2 * day, hour));
    const mended = nextAccepted(unaccepted, clock(0, 2 * hour));
    expect(mended.aheadSince).toBeNull();
    expect(nextAccepted(mended, clock(2 * day, day + hour)).aheadSince).toBe(day + hour);
  });
});

it('what is stored leads up to the present without a gap of a day', () => {
  const now = 100 * day;
  expect(
    [null, now - day, now - 2 * day - hour, now - 2 * day - hour - 1].map((newest) => leadsUpTo(now, newest)),
  ).toEqual([true, true, true, false]);
});
