import { overlap, plannedRuns, runState, verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import { expect, it } from 'vitest';
import { placeIn } from './place-times.ts';

const forever = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

async function starts(starts_at: string, rrule: string | null, most = 5, zone = 'UTC'): Promise<string[]> {
  const runs = plannedRuns({ starts_at, rrule, duration_minutes: 60 }, await placeIn(zone), { ...forever, most });
  return runs.map((run) => new Date(run.starts_at).toISOString().slice(0, 16));
}

it('24.1: Berlin daily 02:30 runs when clocks skip it, and at the first time when they repeat it', async () => {
  const place = await placeIn('Europe/Berlin');
  const daily = { starts_at: '2027-01-01T02:30', rrule: 'FREQ=DAILY', duration_minutes: 60 };
  const of = (day: string) =>
    plannedRuns(daily, place, { from: Date.parse(`${day}T00:00Z`), to: Date.parse(`${day}T12:00Z`) });
  expect(of('2027-03-28')).toEqual([
    { starts_at: Date.parse('2027-03-28T01:30Z'), ends_at: Date.parse('2027-03-28T02:30Z') },
  ]);
  expect(of('2027-10-31')).toEqual([
    { starts_at: Date.parse('2027-10-31T00:30Z'), ends_at: Date.parse('2027-10-31T01:30Z') },
  ]);
});

it.each([
  ['2027-01-04T03:00', null, ['2027-01-04T03:00']],
  ['2027-01-04T03:00', 'FREQ=DAILY;COUNT=2', ['2027-01-04T03:00', '2027-01-05T03:00']],
  [
    '2027-01-04T03:00',
    'FREQ=DAILY;INTERVAL=3;UNTIL=20270110',
    ['2027-01-04T03:00', '2027-01-07T03:00', '2027-01-10T03:00'],
  ],
  ['2027-01-04T03:00', 'FREQ=DAILY;UNTIL=20270105T020000Z', ['2027-01-04T03:00']],
  ['2027-01-06T03:00', 'FREQ=WEEKLY;COUNT=2', ['2027-01-06T03:00', '2027-01-13T03:00']],
  // Weeks start on Monday, so the Sunday of every second week is at its end.
  [
    '2027-01-06T03:00',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE;COUNT=3',
    ['2027-01-06T03:00', '2027-01-10T03:00', '2027-01-20T03:00'],
  ],
  ['2027-01-31T03:00', 'FREQ=MONTHLY;COUNT=3', ['2027-01-31T03:00', '2027-03-31T03:00', '2027-05-31T03:00']],
  ['2027-01-31T03:00', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', ['2027-01-31T03:00', '2027-02-28T03:00']],
  [
    '2027-01-01T03:00',
    'FREQ=MONTHLY;BYDAY=2TU,-1FR;COUNT=3',
    ['2027-01-12T03:00', '2027-01-29T03:00', '2027-02-09T03:00'],
  ],
  ['2027-01-01T03:00', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=1', ['2027-08-13T03:00']],
  ['2027-01-01T03:00', 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30;BYDAY=MO;UNTIL=20280101', []],
])('%s %s', async (start, rule, expected) => expect(await starts(start, rule)).toEqual(expected));

it('a whole day that clocks skip is one run, and not two', async () => {
  expect(await starts('2011-12-29T12:00', 'FREQ=DAILY;COUNT=3', 5, 'Pacific/Apia')).toEqual([
    '2011-12-29T22:00',
    '2011-12-30T22:00',
  ]);
});

it('adjacent runs do not overlap; a day of 23 hours is too short for 24', async () => {
  const daily = { starts_at: '2027-01-01T02:00', rrule: 'FREQ=DAILY', duration_minutes: 1440 };
  const year = { from: Date.parse('2027-01-01'), to: Date.parse('2027-12-31') };
  expect(overlap(plannedRuns(daily, await placeIn('UTC'), year))).toBe(false);
  expect(overlap(plannedRuns(daily, await placeIn('Europe/Berlin'), year))).toBe(true);
});

it('a run is scheduled, goes on, is verified for two minutes and is over', () => {
  const run = { starts_at: 1000, ends_at: 2000 };
  const states = [999, 1000, 1999, 2000, 1999 + verifyingMs, 2000 + verifyingMs].map((now) => runState(run, now));
  expect(states).toEqual(['scheduled', 'in_progress', 'in_progress', 'verifying', 'verifying', 'completed']);
});
