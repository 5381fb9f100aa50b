import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { Tone } from '@upvigil/core/status/tone';
import { hourMs } from '@upvigil/core/time';
import type { RailLine } from './rail.tsx';

export interface WebsiteSeries {
  id: number;
  name: string;
  /** Position in the complete list. It selects colour and dash, so these do not depend on which series are visible. */
  position: number;
  isShown: boolean;
  /** Undefined while loading. */
  statistics: WebsiteStatistics | undefined;
}

export type HourFigure = 'avg_response_time' | 'uptime';

interface SeriesLook {
  color: string;
  /** `stroke-dasharray`; empty for a solid line. */
  dash: string;
}

/** Dashes of the first seven series. Only three lines are solid, because colour alone does not distinguish more. */
const firstDashes = ['', '', '', '7 3', '5 2 1.5 2', '2 2.5', '10 4'] as const;
/** Dashes from the eighth series on, one for each repetition of the colours. All differ from the first ones. */
const laterDashes = ['4 2', '12 3', '8 3 2 3', '1 3', '6 2 1 2 1 2', '3 6'] as const;
export const colorCount = firstDashes.length;

/** Seven colours, repeated with another dash from the eighth website on, so that each combination is unique. */
export function seriesLook(position: number): SeriesLook {
  const color = position % colorCount;
  const round = Math.floor(position / colorCount);
  const dash = round === 0 ? firstDashes[color] : laterDashes[(round - 1) % laterDashes.length];
  return { color: `var(--chart-${color + 1})`, dash: dash ?? '' };
}

/** Figures of one hour. `at` in ms since the epoch, then one figure for each series key; null is a gap. */
export type SeriesRow = { at: number } & Record<string, number | null>;

export const seriesKey = (series: { id: number }): string => `w${series.id}`;

/** Hours of all visible websites, merged by their start. */
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

/** How far the points of a chart lie apart: 'hourly', 'every 6 h', 'daily', 'weekly'. */
export function stretchWords(series: readonly WebsiteSeries[]): string {
  const [first, second] = series.find((one) => one.statistics)?.statistics?.hourly_stats ?? [];
  const hours = first && second ? Math.round((Date.parse(second.hour) - Date.parse(first.hour)) / hourMs) : 1;
  if (hours <= 1) return 'hourly';
  return hours < 24 ? `every ${hours} h` : hours === 24 ? 'daily' : 'weekly';
}

/** How a chart shows the figure of a website. */
export interface FigureWords {
  /** Average over the whole range. */
  average: (series: WebsiteSeries) => number | null;
  formatValue: (value: number | null) => string;
  /** Which extreme is the bad one. */
  worst: 'highest' | 'lowest';
  /** State of a value, if it has one. */
  toneOf?: (value: number | null) => Tone | undefined;
}

/**
 * Series for the rail with their values at an hour, or averages without an hour. Sorted: worst values first, then
 * series without a value, then hidden series.
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
