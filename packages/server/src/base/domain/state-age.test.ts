import { expect, it } from 'vitest';
import { type CheckTimes, stateAge } from './state-age.ts';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;
const hour = 60 * minute;
/** Checked `ago` milliseconds ago, and due an interval later. */
const checked = (ago: number, seconds: number, given: Partial<CheckTimes> = {}): CheckTimes => ({
  check_interval_seconds: seconds,
  created_at: 0,
  last_check_time: now - ago,
  faults: null,
  next_due_at: now - ago + seconds * 1000,
  ...given,
});
const ageOf = (times: CheckTimes, presentSince = 0) => stateAge(times, now, presentSince);
const faultyUntil = (last_at: number, observed_ms = 0) => ({ faults: { last_at, observed_ms } });

it('is not checked after three intervals, and after five minutes at least', () => {
  expect(ageOf(checked(5 * minute - 1, 10)).isNotChecked).toBe(false);
  expect(ageOf(checked(5 * minute, 10))).toMatchObject({ isNotChecked: true, since: now - 5 * minute });
  expect(ageOf(checked(15 * minute - 1, 300)).isNotChecked).toBe(false);
  expect(ageOf(checked(15 * minute, 300)).isNotChecked).toBe(true);
});

it('notifies people after an hour and five intervals', () => {
  expect(ageOf(checked(hour - 1, 10)).raisesNotice).toBe(false);
  expect(ageOf(checked(hour, 10)).raisesNotice).toBe(true);
  expect(ageOf(checked(hour, 3600)).raisesNotice).toBe(false);
  expect(ageOf(checked(5 * hour, 3600)).raisesNotice).toBe(true);
});

it('notifies people after observed faults only, and after an hour without any attempt', () => {
  const faulty = (observed: number) => checked(3 * hour, 60, faultyUntil(now - minute, observed));
  expect(ageOf(faulty(hour - 1))).toMatchObject({ raisesNotice: false, keepsNotice: true });
  expect(ageOf(faulty(hour)).raisesNotice).toBe(true);
  expect(ageOf(checked(9 * hour, 3600, faultyUntil(now - minute, 5 * hour - 1))).raisesNotice).toBe(false);
  expect(ageOf(checked(9 * hour, 3600, faultyUntil(now - minute, 5 * hour))).raisesNotice).toBe(true);
  expect(ageOf(checked(3 * hour, 60, faultyUntil(now - hour))).raisesNotice).toBe(true);
});

it('keeps the time of observed faults over a restart, from the first fault after it', () => {
  const faulty = checked(3 * hour, 60, faultyUntil(now - minute, 2 * hour));
  expect(ageOf(faulty, now - 2 * minute)).toMatchObject({
    lacksRecentData: true,
    isNotChecked: true,
    raisesNotice: true,
  });
  expect(ageOf(faulty, now - 1)).toMatchObject({ lacksRecentData: false, isNotChecked: false, raisesNotice: false });
});

it('lacks recent data sooner if later attempts are known to have failed', () => {
  const faulty = (ago: number, seconds: number) => checked(ago, seconds, faultyUntil(now - 1));
  expect(ageOf(faulty(29_999, 5)).lacksRecentData).toBe(false);
  expect(ageOf(faulty(30_000, 10))).toMatchObject({ lacksRecentData: true, isNotChecked: false });
  expect(ageOf(faulty(2 * minute, 60)).lacksRecentData).toBe(false);
  expect(ageOf(faulty(3 * minute, 60)).lacksRecentData).toBe(true);
  expect(ageOf(checked(3 * minute, 60)).lacksRecentData).toBe(false);
  expect(ageOf(checked(3 * minute, 60, faultyUntil(now - 4 * minute))).lacksRecentData).toBe(false);
  expect(ageOf(checked(5 * minute, 60)).lacksRecentData).toBe(true);
});

it('counts from the creation of one that was never checked, and from the edit that enabled one again', () => {
  const added = checked(0, 60, { last_check_time: null, next_due_at: null, created_at: now - 4 * minute });
  expect(ageOf(added).isNotChecked).toBe(false);
  expect(ageOf({ ...added, created_at: now - 5 * minute }).isNotChecked).toBe(true);
  const enabled = checked(30 * 24 * hour, 60, { next_due_at: now - 2 * minute });
  expect(ageOf(enabled)).toMatchObject({ isNotChecked: false, since: now - 2 * minute });
  expect(ageOf({ ...enabled, next_due_at: now - 5 * minute }).isNotChecked).toBe(true);
});

it('does not grow while this installation was absent', () => {
  const old = checked(30 * 24 * hour, 60, faultyUntil(now - 29 * 24 * hour));
  expect(ageOf(old, now - 4 * minute)).toMatchObject({
    lacksRecentData: false,
    isNotChecked: false,
    raisesNotice: false,
  });
  expect(ageOf(old, now - 5 * minute)).toMatchObject({ isNotChecked: true, since: now - 30 * 24 * hour });
});

it('is recent after the clock was set back', () => {
  const recent = { lacksRecentData: false, isNotChecked: false, raisesNotice: false };
  expect(ageOf(checked(-hour, 60))).toMatchObject(recent);
  expect(ageOf(checked(minute, 60, faultyUntil(now + minute, 2 * hour)))).toMatchObject(recent);
});
