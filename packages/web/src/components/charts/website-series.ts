import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';

/** One website of the charts over all websites. */
export interface WebsiteSeries {
  id: number;
  name: string;
  /** Position in the whole list, from which its look follows: it stays the same whichever others are shown. */
  position: number;
  isShown: boolean;
  /** Undefined while it is loading. */
  statistics: WebsiteStatistics | undefined;
}

/** What one chart draws of an hour. */
export type HourFigure = 'avg_response_time' | 'uptime';

export interface SeriesLook {
  color: string;
  dash: string;
  width: number;
}

const dashes = ['', '6 3', '2 3', '8 3 2 3', '', '4 2', '10 4'] as const;
const colorCount = dashes.length;

/** Seven colours, repeated with another dash from the eighth website on, so that colour and dash together are unique. */
export function seriesLook(position: number): SeriesLook {
  const color = position % colorCount;
  const round = Math.floor(position / colorCount);
  return {
    color: `var(--chart-${color + 1})`,
    dash: dashes[(color + round) % colorCount] ?? '',
    width: color === 4 ? 2.5 : 1.75,
  };
}

/** One moment of the plot: `at` in ms since the epoch, and the figure of each website under its key; null is a gap. */
export type SeriesRow = { at: number } & Record<string, number | null>;

export const seriesKey = (series: { id: number }): string => `w${series.id}`;

const hourMs = 3_600_000;

/** The hours of all shown websites, merged by the hour that they begin in. */
export function seriesRows(series: readonly WebsiteSeries[], figure: HourFigure): SeriesRow[] {
  const rows = new Map<number, SeriesRow>();
  for (const one of series) {
    for (const hour of one.statistics?.hourly_stats ?? []) {
      const at = Math.floor(Date.parse(hour.hour) / hourMs) * hourMs;
      const row = rows.get(at) ?? ({ at } as SeriesRow);
      row[seriesKey(one)] = hour[figure];
      rows.set(at, row);
    }
  }
  return [...rows.values()].sort((a, b) => a.at - b.at);
}

/** The newest value of a website; null when it has only gaps. */
export function lastValue(rows: readonly SeriesRow[], key: string): number | null {
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const value = rows[index]?.[key];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

/** Moves positions in px as little as needed until each is `gap` px from the next. Returns them in the same order. */
export function spreadOut(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let last = Number.NEGATIVE_INFINITY;
  for (const one of order) {
    one.y = Math.max(one.y, last + gap);
    last = one.y;
  }
  let limit = bottom;
  for (const one of order.reverse()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - gap;
  }
  const placed: number[] = [];
  for (const one of order) placed[one.index] = one.y;
  return placed;
}
