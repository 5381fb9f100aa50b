import { hourMs } from '@upvigil/core/time';
import { expect, it } from 'vitest';
import { historyQuery, historyTitle, historyWindow, isOver, openingDay } from './use-history-range.ts';

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

it('opens the last day with checks before today, and today for a new monitor', () => {
  const at = (day: number) => new Date(2026, 10, day, 12).toISOString();
  const opening = (created: number, checked: number | null) =>
    openingDay({ created_at: at(created), last_check_time: checked === null ? null : at(checked) }, now);
  expect(opening(20, 26)).toBe('2026-11-25');
  expect(opening(20, 22)).toBe('2026-11-22');
  expect(opening(26, 26)).toBe('2026-11-26');
  expect(opening(20, null)).toBe('2026-11-26');
});

it('gets no more checks once its day is over', () => {
  expect([isOver({ day: '2026-11-25' }, now), isOver({ day: '2026-11-26' }, now)]).toEqual([true, false]);
  expect(isOver({ range: '24h' }, now)).toBe(false);
});

it('names its time', () => {
  expect([historyTitle({ range: '24h' }, now), historyTitle({ range: '30d' }, now)]).toEqual([
    ...['Last 24 Hours', 'Last 30 Days'],
  ]);
  expect(historyTitle({ day: '2026-11-25' }, now)).toBe('Yesterday');
});
