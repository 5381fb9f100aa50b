import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../time.ts';
import { cronProblem, dueTimesAfter, graceForClockChange } from './due-times.ts';

const due = (cron: string, time_zone: string, after: string, count: number): string[] =>
  dueTimesAfter({ period: null, cron, time_zone }, Date.parse(after), count).map((at) =>
    new Date(at).toISOString().slice(5, 16),
  );

const grace = (zone: string, at: string): number => graceForClockChange(zone, Date.parse(at)) / minuteMs;

describe('due times', () => {
  it('come one period apart', () => {
    expect(dueTimesAfter({ period: 90, cron: null, time_zone: 'UTC' }, 1000, 3)).toEqual([91_000, 181_000, 271_000]);
  });

  it('follow the local time of the zone', () => {
    expect(due('0 3 * * 1-5', 'Europe/Berlin', '2026-11-27T02:00:00Z', 3)).toEqual([
      '11-30T02:00',
      '12-01T02:00',
      '12-02T02:00',
    ]);
    expect(due('0 3 * * *', 'Asia/Kolkata', '2026-11-27T02:00:00Z', 1)).toEqual(['11-27T21:30']);
  });

  it('never contain the time after which they are asked for', () => {
    expect(due('*/5 * * * *', 'UTC', '2026-11-27T02:05:00Z', 2)).toEqual(['11-27T02:10', '11-27T02:15']);
    expect(due('*/5 * * * *', 'UTC', '2026-11-27T02:04:59.999Z', 1)).toEqual(['11-27T02:05']);
  });

  it('end with the calendar', () => {
    expect(due('0 0 1 1 *', 'UTC', '9998-11-27T02:05:00Z', 5).length).toBeLessThan(5);
  });
});

describe('a due time that a clock change skips', () => {
  it.each([
    ['Europe/Berlin', '30 2 * * *', '2027-03-27T12:00Z', ['03-28T01:00', '03-29T00:30']],
    ['Europe/Berlin', '0 2 * * *', '2027-03-27T12:00Z', ['03-28T01:00', '03-29T00:00']],
    ['Europe/Berlin', '15,45 2 * * *', '2027-03-27T12:00Z', ['03-28T01:00', '03-29T00:15']],
    ['America/New_York', '30 2 * * *', '2027-03-13T12:00Z', ['03-14T07:00', '03-15T06:30']],
    ['America/New_York', '30 2,3 * * *', '2027-03-13T12:00Z', ['03-14T07:00', '03-14T07:30', '03-15T06:30']],
    ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03T12:00Z', ['10-03T15:30', '10-04T15:15']],
    // Clocks change at midnight.
    ['Africa/Cairo', '30 0 * * *', '2027-04-29T12:00Z', ['04-29T22:00', '04-30T21:30']],
  ])('moves to the end of the gap: %s, %s', (zone, cron, after, expected) => {
    expect(due(cron, zone, after, expected.length)).toEqual(expected);
  });

  it('is past once the gap has ended', () => {
    expect(due('30 2 * * *', 'Europe/Berlin', '2027-03-28T01:00Z', 1)).toEqual(['03-29T00:30']);
    expect(due('*/30 * * * *', 'Europe/Berlin', '2027-03-28T00:30Z', 2)).toEqual(['03-28T01:00', '03-28T01:30']);
  });
});

describe('a due time that occurs twice', () => {
  it.each([
    ['Europe/Berlin', '30 2 * * *', '2026-10-24T12:00Z', ['10-25T00:30', '10-26T01:30']],
    ['Europe/Berlin', '15,45 2 * * *', '2026-10-24T12:00Z', ['10-25T00:15', '10-25T00:45', '10-26T01:15']],
    ['Europe/Berlin', '0 * * * *', '2026-10-24T22:30Z', ['10-24T23:00', '10-25T00:00', '10-25T02:00']],
    ['America/New_York', '30 1 * * *', '2026-10-31T12:00Z', ['11-01T05:30', '11-02T06:30']],
    ['America/New_York', '*/30 1 * * *', '2026-10-31T12:00Z', ['11-01T05:00', '11-01T05:30', '11-02T06:00']],
    ['Australia/Lord_Howe', '45 1 * * *', '2027-04-03T12:00Z', ['04-03T14:45', '04-04T15:15']],
  ])('is due at its first occurrence: %s, %s', (zone, cron, after, expected) => {
    expect(due(cron, zone, after, expected.length)).toEqual(expected);
  });

  it('is past during the second occurrence', () => {
    expect(due('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10Z', 1)).toEqual(['10-26T01:30']);
  });
});

describe('the grace period near a clock change', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28T01:00Z', 60],
    ['Europe/Berlin', '2027-03-27T22:00Z', 60],
    ['Europe/Berlin', '2027-03-28T04:00Z', 60],
    ['Europe/Berlin', '2027-03-27T21:59Z', 0],
    ['Europe/Berlin', '2027-03-28T04:01Z', 0],
    ['Europe/Berlin', '2026-10-25T00:30Z', 60],
    ['America/New_York', '2027-03-14T07:00Z', 60],
    ['America/New_York', '2026-11-01T05:30Z', 60],
    ['America/New_York', '2026-11-02T06:30Z', 0],
    ['Australia/Lord_Howe', '2027-04-03T14:45Z', 30],
    ['UTC', '2027-03-28T01:00Z', 0],
  ])('is longer by the size of the change within 3 hours of it: %s, %s', (zone, at, minutes) => {
    expect(grace(zone, at)).toBe(minutes);
  });
});

describe('an expression', () => {
  it.each(['0 3 * * *', '*/5 * * * *', ' 0  3 * JAN MON-FRI ', '0 0 29 2 *', '0 0 L * *'])(
    'is accepted: %s',
    (cron) => {
      expect(cronProblem(cron)).toBeNull();
    },
  );

  it.each(['', '0 3 * *', '0 0 3 * * *', '@daily', '2030-01-23T00:00:00', '60 * * * *', 'a b c d e', '5/0 * * * *'])(
    'is malformed: "%s"',
    (cron) => {
      expect(cronProblem(cron)).toBe('malformed');
    },
  );

  it.each(['0 0 31 2 *', '0 0 30 2 +1', '59 23 31 4,6,9,11 *', '* * 1 * +1#2'])(
    'that never matches is found quickly: %s',
    (cron) => {
      const started = performance.now();
      expect(cronProblem(cron)).toBe('never_matches');
      expect(performance.now() - started).toBeLessThan(hourMs / 3600);
    },
  );
});
