import { describe, expect, it } from 'vitest';
import { dayName, formatTime, formatUtcDay, relativeTime, startOfLocalDay } from './time-format.ts';

const now = new Date(2026, 10, 20, 18, 24, 7).getTime();
const hour = 3_600_000;

describe('a time', () => {
  it('is shown in local time', () => {
    expect(formatTime(now, 'dateTime')).toBe('20 Nov 2026, 18:24');
    expect(formatTime(new Date(now).toISOString(), 'clock')).toBe('18:24:07');
  });

  it.each([
    [0, 'less than a minute ago'],
    [59_400, 'less than a minute ago'],
    [60_000, '1 minute ago'],
    [hour - 1000, '59 minutes ago'],
    [25 * hour, '1 day ago'],
    [-2 * hour, 'in 2 hours'],
  ])('%i ms before now was %s', (ago, words) => {
    expect(relativeTime(now - ago, now)).toBe(words);
  });

  it('is grouped by its local day', () => {
    expect(dayName(now - 18 * hour, now)).toBe('Today');
    expect(dayName(now - 19 * hour, now)).toBe('Yesterday');
    expect(dayName(now - 43 * hour, now)).toMatch(/^Wednesday,? 18 November$/);
    expect(new Date(startOfLocalDay(now)).getHours()).toBe(0);
  });
});

it('a UTC day of the server is not converted to the local time zone', () => {
  expect([formatUtcDay('2026-11-02', 'date'), formatUtcDay('2026-01-01', 'dayMonth')]).toEqual(['2 Nov 2026', '1 Jan']);
});
