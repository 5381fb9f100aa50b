import { describe, expect, it } from 'vitest';
import {
  type FigureWords,
  railLines,
  seriesLook,
  seriesRows,
  stretchWords,
  type WebsiteSeries,
} from './website-series.ts';

const series = (id: number, hours: [string, number | null][]): WebsiteSeries => ({
  id,
  name: `Website ${id}`,
  position: id - 1,
  isShown: true,
  statistics: {
    uptime_percentage: 100,
    avg_response_time: 1,
    total_checks: 1,
    status_breakdown: {},
    hourly_stats: hours.map(([hour, value]) => ({ hour, avg_response_time: value, uptime: 100 })),
  },
});

describe('the series of the charts', () => {
  it('say how far their points lie apart', () => {
    const words = (time: string) =>
      stretchWords([
        series(1, [
          ['2026-11-01T00:00:00Z', 1],
          [time, 1],
        ]),
      ]);
    const times = ['2026-11-01T01:00:00Z', '2026-11-01T06:00:00Z', '2026-11-02T00:00:00Z', '2026-11-08T00:00:00Z'];
    expect(times.map(words)).toEqual(['hourly', 'every 6 h', 'daily', 'weekly']);
    expect(stretchWords([])).toBe('hourly');
  });

  it('cycle through seven colours, without repeating a colour and dash among the first 49', () => {
    const looks = Array.from({ length: 49 }, (_, position) => seriesLook(position));
    expect(looks.slice(0, 7).map(({ color }) => color)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => `var(--chart-${number})`),
    );
    expect(seriesLook(7).color).toBe('var(--chart-1)');
    expect(new Set(looks.map(({ color, dash }) => `${color} ${dash}`)).size).toBe(looks.length);
  });

  it('are solid in the first three, then dashed', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((position) => seriesLook(position).dash === '')).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are merged by hour; an hour without a value remains a gap', () => {
    const rows = seriesRows(
      [
        series(1, [
          ['2026-11-20T10:00:00.000Z', 1],
          ['2026-11-20T11:00:00.000Z', null],
        ]),
        series(2, [['2026-11-20T10:00:07.000Z', 3]]),
      ],
      'avg_response_time',
    );
    expect(rows).toEqual([
      { at: Date.UTC(2026, 10, 20, 10), w1: 1, w2: 3 },
      { at: Date.UTC(2026, 10, 20, 11), w1: null },
    ]);
  });
});

describe('the lines beside a chart', () => {
  const words: FigureWords = {
    average: ({ statistics }) => statistics?.avg_response_time ?? null,
    formatValue: (value) => `${value}s`,
    worst: 'highest',
  };
  const hour = '2026-11-20T10:00:00.000Z';
  const three = [series(1, [[hour, 1]]), series(2, [[hour, null]]), series(3, [[hour, 3]])];
  const row = seriesRows(three, 'avg_response_time')[0];
  const linesOf = (...[given, at, how]: Parameters<typeof railLines>) =>
    railLines(given, at, how).map(({ label, value }) => `${label} ${value}`);

  it('are sorted by their value at an hour, the worst first, and mark missing values', () => {
    expect(linesOf(three, row, words)).toEqual(['Website 3 3s', 'Website 1 1s', 'Website 2 No data']);
    expect(linesOf(three, row, { ...words, worst: 'lowest' })).toEqual([
      'Website 1 1s',
      'Website 3 3s',
      'Website 2 No data',
    ]);
  });

  it('show averages without a selected hour; hidden websites are last', () => {
    const off = three.map((one) => ({ ...one, isShown: one.id !== 1 }));
    expect(linesOf(off, undefined, words)).toEqual(['Website 2 1s', 'Website 3 1s', 'Website 1 1s']);
    expect(railLines(off, undefined, words).map(({ isShown }) => isShown)).toEqual([true, true, false]);
  });

  it('show no value while loading', () => {
    const loading = { ...series(1, []), statistics: undefined };
    expect(linesOf([loading], undefined, words)).toEqual(['Website 1 ']);
  });
});
