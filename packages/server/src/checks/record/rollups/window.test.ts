import { hourMs } from '@upvigil/core/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketStart, bucketWidths, quarterHour } from './rollup.ts';
import { lastHours, segmentsOfWindow, windowSegments } from './window.ts';

const at = (text: string): number => Date.parse(text);
const shown = (since: string, now: string): string[] =>
  windowSegments(at(since), at(now)).map(
    ({ table, from, to }) => `${table} ${new Date(from).toISOString()} ${new Date(to).toISOString()}`,
  );

describe('windowSegments', () => {
  test('goes from quarters to hours to days', () => {
    expect(shown('2026-03-09T12:34:56Z', '2026-03-10T12:34:56Z')).toEqual([
      'rollups_quarter_hourly 2026-03-09T12:30:00.000Z 2026-03-09T13:00:00.000Z',
      'rollups_hourly 2026-03-09T13:00:00.000Z 2026-03-10T00:00:00.000Z',
      'rollups_daily 2026-03-10T00:00:00.000Z 2026-03-10T12:34:56.001Z',
    ]);
  });

  test('needs no quarters from a full hour on, and nothing but days from midnight on', () => {
    expect(shown('2026-03-09T13:00:00Z', '2026-03-09T14:20:00Z')).toEqual([
      'rollups_hourly 2026-03-09T13:00:00.000Z 2026-03-09T14:20:00.001Z',
    ]);
    expect(shown('2026-03-09T00:00:00Z', '2026-03-10T12:00:00Z')).toEqual([
      'rollups_daily 2026-03-09T00:00:00.000Z 2026-03-10T12:00:00.001Z',
    ]);
  });

  test('stays with quarters within one hour', () => {
    expect(shown('2026-03-09T12:20:00Z', '2026-03-09T12:40:00Z')).toEqual([
      'rollups_quarter_hourly 2026-03-09T12:15:00.000Z 2026-03-09T12:40:00.001Z',
    ]);
  });

  test('starts at the full hour where quarters are no longer kept', () => {
    expect(shown('2026-03-01T12:34:00Z', '2026-03-10T12:34:00Z')[0]).toBe(
      'rollups_hourly 2026-03-01T12:00:00.000Z 2026-03-02T00:00:00.000Z',
    );
  });

  test('starts at the day where hours are no longer kept', () => {
    expect(shown('2024-03-01T12:34:00Z', '2026-03-10T12:34:00Z')).toEqual([
      'rollups_daily 2024-03-01T00:00:00.000Z 2026-03-10T12:34:00.001Z',
    ]);
  });

  test('takes whole hours of a window that is over, and UTC days of one of days', () => {
    const now = at('2026-03-10T12:34:56Z');
    const of = (from: string, to: string) => segmentsOfWindow({ from: at(from), to: at(to) }, now);
    const [from, to] = ['2026-03-08T22:00:00Z', '2026-03-09T22:00:00Z'];
    expect(of(from, to)).toEqual([{ table: 'rollups_hourly', from: at(from), to: at(to) }]);
    const [midnight, next] = ['2026-03-08T00:00:00Z', '2026-03-09T00:00:00Z'];
    expect(of(midnight, next)).toEqual([{ table: 'rollups_daily', from: at(midnight), to: at(next) }]);
    expect(of('2026-03-01T05:00:00Z', '2026-03-08T05:00:00Z')).toEqual([
      { table: 'rollups_daily', from: at('2026-03-01T00:00:00Z'), to: at('2026-03-08T00:00:00Z') },
    ]);
  });

  test('counts each moment of the window once and nothing before it, for any window', () => {
    const now = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') });
    fc.assert(
      fc.property(
        now,
        fc.integer({ min: 1, max: 8760 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (end, hours, part) => {
          const segments = lastHours(hours, end);
          const start = segments[0]?.from ?? Number.NaN;
          const since = end - hours * hourMs;
          expect(start).toBeLessThanOrEqual(since);
          expect(since - start).toBeLessThan(hours <= 8 * 24 - 1 ? quarterHour : hourMs);
          const moment = Math.floor(start + part * (end - start));
          const holding = segments.filter(({ table, from, to }) => {
            const bucket = bucketStart(moment, bucketWidths[table]);
            return bucket >= from && bucket < to;
          });
          expect(holding).toHaveLength(1);
        },
      ),
    );
  });

  test('needs at most 3 + 23 rows and the days', () => {
    for (let minute = 0; minute < 1440; minute += 7) {
      const now = at('2026-03-10T00:00:00Z') + minute * 60_000;
      const rows = lastHours(168, now)
        .map(({ table, from, to }) => Math.ceil((to - from) / bucketWidths[table]))
        .reduce((sum, count) => sum + count, 0);
      expect(rows).toBeLessThanOrEqual(3 + 23 + 168 / 24 + 1);
    }
  });
});
