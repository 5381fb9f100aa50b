import { expect, test } from 'vitest';
import { nextTimeOfDay } from './moments.ts';

const next = (text: string, zone: string, now: string): string | null => {
  const at = nextTimeOfDay(text, zone, Date.parse(now));
  return at === null ? null : new Date(at).toISOString();
};

test.each([
  ['today, where it is still to come', '23:30', 'UTC', '2026-11-20T18:24:00Z', '2026-11-20T23:30:00.000Z'],
  ['tomorrow, where it is over', '03:00', 'UTC', '2026-11-20T18:24:00Z', '2026-11-21T03:00:00.000Z'],
  ['now, where it is now', '18:24', 'UTC', '2026-11-20T18:24:00Z', '2026-11-20T18:24:00.000Z'],
  ['tomorrow, some seconds later', '18:24', 'UTC', '2026-11-20T18:24:01Z', '2026-11-21T18:24:00.000Z'],
  ['by the clocks of the zone', '03:00', 'Europe/Berlin', '2026-11-20T18:24:00Z', '2026-11-21T02:00:00.000Z'],
  ['in a zone of half hours', '00:00', 'Asia/Kolkata', '2026-11-20T18:24:00Z', '2026-11-20T18:30:00.000Z'],
  ['a day later where clocks skip it', '02:30', 'Europe/Berlin', '2027-03-27T12:00:00Z', '2027-03-29T00:30:00.000Z'],
  ['the first of two', '02:30', 'Europe/Berlin', '2027-10-30T12:00:00Z', '2027-10-31T00:30:00.000Z'],
])('%s', (_what, text, zone, now, at) => expect(next(text, zone, now)).toBe(at));

test.each(['24:00', '3:00', '03:60', '', 'noon'])('%j is no time of day', (text) => {
  expect(next(text, 'UTC', '2026-11-20T18:24:00Z')).toBeNull();
});
