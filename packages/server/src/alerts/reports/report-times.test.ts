import { describe, expect, it } from 'vitest';
import { nextReportAt, periodStart, type ReportSchedule } from './report-times.ts';

const schedule = (given: Partial<ReportSchedule> = {}): ReportSchedule => ({
  frequency: 'daily',
  weekday: 'mon',
  time: '08:00',
  time_zone: 'Europe/Berlin',
  ...given,
});
const at = (text: string): number => Date.parse(text);
const next = async (given: Partial<ReportSchedule>, after: string): Promise<string> =>
  new Date(await nextReportAt(schedule(given), at(after))).toISOString().slice(0, 16);

describe('the next report', () => {
  it.each<[what: string, given: Partial<ReportSchedule>, after: string, due: string]>([
    ['is today, before its time', {}, '2026-03-10T06:59Z', '2026-03-10T07:00'],
    ['is tomorrow, at its time', {}, '2026-03-10T07:00Z', '2026-03-11T07:00'],
    ['keeps its time by the clock when summer time begins', {}, '2026-03-28T12:00Z', '2026-03-29T06:00'],
    ['moves forward where clocks skip its time', { time: '02:30' }, '2027-03-27T12:00Z', '2027-03-28T01:30'],
    ['is at the first of a doubled time', { time: '02:30' }, '2027-10-30T12:00Z', '2027-10-31T00:30'],
    ['is not at the second of a doubled time', { time: '02:30' }, '2027-10-31T00:30Z', '2027-11-01T01:30'],
    ['is on its day of the week', { frequency: 'weekly', weekday: 'fri' }, '2026-03-10T12:00Z', '2026-03-13T07:00'],
    ['is in a week, at its time', { frequency: 'weekly', weekday: 'tue' }, '2026-03-10T07:00Z', '2026-03-17T07:00'],
    ['is of the day in its zone', { time: '00:15', time_zone: 'Asia/Tokyo' }, '2026-03-10T15:00Z', '2026-03-10T15:15'],
    ['of a day that a zone skipped whole', { time_zone: 'Pacific/Apia' }, '2011-12-29T18:00Z', '2011-12-30T18:00'],
  ])('%s', async (_what, given, after, due) => {
    expect(await next(given, after)).toBe(due);
  });
});

describe('the period of a report', () => {
  it('is a day of its zone, of 23 hours where clocks went forward', async () => {
    const end = at('2026-03-29T06:00Z');
    expect((end - (await periodStart(schedule(), end))) / 3_600_000).toBe(23);
  });
  it('is a week', async () => {
    const end = at('2026-03-10T07:00Z');
    expect(await periodStart(schedule({ frequency: 'weekly' }), end)).toBe(at('2026-03-03T07:00Z'));
  });
});
