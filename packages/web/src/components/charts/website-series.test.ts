import { describe, expect, it } from 'vitest';
import { seriesLook, seriesRows, spreadOut, type WebsiteSeries } from './website-series.ts';

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
  it('cycle through seven colours, and never repeat a colour with its dash before the fiftieth', () => {
    const looks = Array.from({ length: 49 }, (_, position) => seriesLook(position));
    expect(looks.slice(0, 7).map(({ color }) => color)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => `var(--chart-${number})`),
    );
    expect(seriesLook(7).color).toBe('var(--chart-1)');
    expect(seriesLook(7).dash).not.toBe(seriesLook(0).dash);
  });

  it('are merged by the hour; an hour without a figure stays a gap', () => {
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

  it('have end labels that do not touch and stay in the plot', () => {
    expect(spreadOut([50, 52, 10], 12, 100)).toEqual([50, 62, 10]);
    expect(spreadOut([98, 99, 97], 12, 100)).toEqual([88, 100, 76]);
  });
});
