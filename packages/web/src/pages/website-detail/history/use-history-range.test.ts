import { hourMs } from '@upvigil/core/time';
import { expect, it } from 'vitest';
import { historyQuery, historyTitle, historyWindow } from './use-history-range.ts';

const now = new Date(2026, 10, 26, 18, 24).getTime();

it('asks for a range by its id, and for a day by its end', () => {
  expect(historyQuery({ range: '30d' })).toEqual({ range: '30d' });
  const end = new Date(2026, 10, 26).toISOString();
  expect(historyQuery({ day: '2026-11-25' })).toEqual({ hours: 24, until: end });
});

it('shows a day from midnight to midnight, and today until now', () => {
  const midnight = new Date(2026, 10, 26).getTime();
  expect(historyWindow({ day: '2026-11-25' }, now)).toMatchObject({ from: midnight - 24 * hourMs, to: midnight });
  expect(historyWindow({ day: '2026-11-26' }, now)).toMatchObject({ from: midnight, to: now });
  expect(historyWindow({ range: '7d' }, now)).toMatchObject({ from: now - 168 * hourMs, to: now, bucketMs: hourMs });
});

it('names its time', () => {
  expect([historyTitle({ range: '24h' }, now), historyTitle({ range: '30d' }, now)]).toEqual([
    ...['Last 24 Hours', 'Last 30 Days'],
  ]);
  expect(historyTitle({ day: '2026-11-25' }, now)).toBe('Yesterday');
});
