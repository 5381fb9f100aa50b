import { expect, it } from 'vitest';
import { dayBeside, dayQuery, localDay } from './time-ranges.ts';

it('goes from local day to local day', () => {
  expect([dayBeside('2026-11-01', -1), dayBeside('2026-12-31', 1)]).toEqual(['2026-10-31', '2027-01-01']);
  expect(localDay(new Date(2026, 10, 26, 18, 24).getTime())).toBe('2026-11-26');
});

it('asks for a day by its end', () => {
  const from = Date.UTC(2026, 10, 25);
  expect(dayQuery({ from, to: Date.UTC(2026, 10, 26) })).toEqual({ hours: 24, until: '2026-11-26T00:00:00.000Z' });
});
