import { describe, expect, it } from 'vitest';
import type { Clock } from '../../base/clock.ts';
import { believedAtStart, leadsUpTo, nextBelief } from './clock-belief.ts';
import { day, hour } from './rollups/rollup.ts';

/** A wall clock that is so far ahead, after the process ran for so long. */
const clock = (ahead: number, passed = 0): Clock => ({
  now: () => 1_000_000 + passed + ahead,
  monotonic: () => passed,
  after: () => () => undefined,
});
const believed = believedAtStart(clock(0));

describe('a wall clock', () => {
  it('that is set back, or ahead by an hour at most, is believed at once', () => {
    for (const ahead of [-day, -1, hour])
      expect(nextBelief(believed, clock(ahead))).toEqual(believedAtStart(clock(ahead)));
  });

  it('that jumped ahead is believed when it stays there for a day', () => {
    const doubted = nextBelief(believed, clock(2 * day, hour));
    expect(doubted).toEqual({ offset: believed.offset, aheadSince: hour });
    expect(nextBelief(doubted, clock(2 * day, hour + day - 1))).toEqual(doubted);
    expect(nextBelief(doubted, clock(2 * day, hour + day))).toEqual({
      offset: believed.offset + 2 * day,
      aheadSince: null,
    });
  });

  it('that was mended meanwhile is doubted from the beginning when it jumps again', () => {
    const doubted = nextBelief(believed, clock(2 * day, hour));
    const mended = nextBelief(doubted, clock(0, 2 * hour));
    expect(mended.aheadSince).toBeNull();
    expect(nextBelief(mended, clock(2 * day, day + hour)).aheadSince).toBe(day + hour);
  });
});

it('what is stored leads up to the present without a gap of a day', () => {
  const now = 100 * day;
  expect(
    [null, now - day, now - 2 * day - hour, now - 2 * day - hour - 1].map((newest) => leadsUpTo(now, newest)),
  ).toEqual([true, true, true, false]);
});
