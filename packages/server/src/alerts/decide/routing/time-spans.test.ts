import { type TimeSpan, weekdays } from '@upvigil/core/contract/routing';
import { describe, expect, it } from 'vitest';
import { coveredUntil } from './time-spans.ts';
import { openWallClock } from './wall-clock.ts';

const day = 86_400_000;
const iso = (moment: number | null) => moment && new Date(moment).toISOString().slice(0, 16);

// A second implementation checks every minute in many zones: lab/oracles/time-spans.test.ts.
describe('spans of time', () => {
  it.each([
    ['over the hour that is skipped', '01:30', '03:30', '2027-03-28T00:30', '2027-03-28T01:30'],
    ['from a time that is skipped', '02:30', '05:00', '2027-03-28T01:30', '2027-03-28T03:00'],
    ['to a time that comes twice', '01:00', '02:30', '2027-10-30T23:00', '2027-10-31T00:30'],
  ])('follow local time in Berlin %s', async (_, from, to, begin, end) => {
    const clock = await openWallClock('Europe/Berlin');
    const spans: TimeSpan[] = [{ days: ['sun'], from, to }];
    const at = Date.parse(`${begin}Z`);
    expect([coveredUntil(spans, clock, at - 60_000), iso(coveredUntil(spans, clock, at))]).toEqual([null, end]);
  });

  it('pass midnight, belong to the day on which they begin, and end at their minute', async () => {
    const clock = await openWallClock('UTC');
    const spans: TimeSpan[] = [{ days: ['fri'], from: '22:00', to: '07:00' }];
    const end = Date.UTC(2026, 2, 14, 7);
    expect(coveredUntil(spans, clock, Date.UTC(2026, 2, 13, 21, 59))).toBeNull();
    expect(coveredUntil(spans, clock, Date.UTC(2026, 2, 13, 22))).toBe(end);
    expect(coveredUntil(spans, clock, end - 1)).toBe(end);
    expect(coveredUntil(spans, clock, end)).toBeNull();
    expect(coveredUntil(spans, clock, Date.UTC(2026, 2, 14, 22))).toBeNull();
  });

  it('without a gap are evaluated again after a week', async () => {
    const clock = await openWallClock('UTC');
    const at = Date.UTC(2026, 2, 13, 12, 30);
    const until = coveredUntil([{ days: [...weekdays], from: '00:00', to: '00:00' }], clock, at) ?? 0;
    expect(until - at).toBeGreaterThanOrEqual(7 * day);
    expect(until - at).toBeLessThanOrEqual(8 * day);
  });
});
