import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { Tone } from '@upvigil/core/status/tone';
import { hourMs } from '@upvigil/core/time';
import type { RailLine } from './rail.tsx';

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

interface SeriesLook {
  color: string;
  /** `stroke-dasharray`; empty where the line is solid. */
  dash: string;
}

/** Of the first seven: three solid lines differ by their place, more need another mark than colour. */
const firstDashes = ['', '', '', '7 3', '5 2 1.5 2', '2 2.5', '10 4'] as const;
/** From the eighth on, one for each round of the colours: none of the first. */
const laterDashes = ['4 2', '12 3', '8 3 2 3', '1 3', '6 2 1 2 1 2', '3 6'] as const;
export const colorCount = firstDashes.length;

/** Seven colours, repeated with another dash from the eighth website on, so that colour and dash together are unique. */
export function seriesLook(position: number): SeriesLook {
  const color = position % colorCount;
  const round = Math.floor(position / colorCount);
  const dash = round === 0 ? firstDashes[color] : laterDashes[(round - 1) % laterDashes.length];
  return { color: `var(--chart-${color + 1})`, dash: dash ?? '' };
}

/** One moment of the plot: `at` in ms since the epoch, and the figure of each website under its key; null is a gap. */
export type SeriesRow = { at: number } & Record<string, number | null>;

export const seriesKey = (series: { id: number }): string => `w${series.id}`;

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

/** Format of a website's figure in a chart. */
export interface FigureWords {
  /** Over the whole range. */
  average: (series: WebsiteSeries) => number | null;
  formatValue: (value: number | null) => string;
  /** Which one needs to be seen first. */
  worst: 'highest' | 'lowest';
  /** Colours the value where it says how bad it is. */
  toneOf?: (value: number | null) => Tone | undefined;
}

/**
 * The websites beside a chart with their values at an hour, or over the whole range where there is none: the worst first,
 * then those without a value, then those whose line is off.
 */
export function railLines(
  series: readonly WebsiteSeries[],
  row: SeriesRow | undefined,
  { average, formatValue, worst, toneOf }: FigureWords,
): RailLine[] {
  const direction = worst === 'highest' ? -1 : 1;
  const valued = series.map((one) => {
    const value = row && one.isShown ? (row[seriesKey(one)] ?? null) : average(one);
    return { one, value, rank: one.isShown ? (value === null ? 1 : 0) : 2 };
  });
  valued.sort(
    (a, b) => a.rank - b.rank || ((a.value ?? 0) - (b.value ?? 0)) * direction || a.one.position - b.one.position,
  );
  return valued.map(({ one, value }) => ({
    id: String(one.id),
    label: one.name,
    value: valueWords(one, value, formatValue),
    tone: one.isShown ? toneOf?.(value) : undefined,
    isShown: one.isShown,
    ...seriesLook(one.position),
  }));
}

function valueWords(one: WebsiteSeries, value: number | null, formatValue: FigureWords['formatValue']): string {
  if (value !== null) return formatValue(value);
  return one.statistics ? 'No data' : '';
}
