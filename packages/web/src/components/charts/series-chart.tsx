import { messages } from '@upvigil/core/texts/messages';
import { memo, type ReactNode, useCallback, useId, useMemo } from 'react';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { formatTime } from '../time/time-format.ts';
import { ChartFrame } from './chart-frame.tsx';
import { DataDisclosure } from './data-disclosure.tsx';
import type { ChartEvents } from './plots/chart-events.ts';
import type { ValueScale } from './plots/value-scale.ts';
import { hourWords, SeriesRail } from './series-rail.tsx';
import {
  type FigureWords,
  type HourFigure,
  type SeriesRow,
  seriesKey,
  seriesRows,
  type WebsiteSeries,
} from './website-series.ts';

const Plot = lazyPart(async () => ({ default: (await import('./plots/series-plot.tsx')).SeriesPlot }));

export interface WebsitesChartProps {
  series: readonly WebsiteSeries[];
  onToggle: (id: number) => void;
  /** Shows one website alone; all websites if it is alone already. */
  onSolo: (id: number) => void;
  /** How many websites are not listed. */
  hidden: number;
  onShowMore: () => void;
  events?: ChartEvents | undefined;
}

interface SeriesChartProps extends WebsitesChartProps {
  title: string;
  /** Explanation of the figures, beside the title. */
  note: string;
  /** Control beside the note. */
  control?: ReactNode;
  kind: 'lines' | 'areas';
  figure: HourFigure;
  /** Must be a module constant. */
  words: FigureWords;
  scale: ValueScale;
  /** Height of the plot in px. */
  height: number;
  /** Shown before the first check. */
  emptyText: string;
}

/** Chart over all websites: title, plot, a rail with legend, switches and values, and a data table. */
export const SeriesChart = memo(function SeriesChart(props: SeriesChartProps) {
  const { title, note, control, kind, figure, words, scale, height, series, events } = props;
  const titleId = useId();
  const shown = useMemo(() => series.filter((one) => one.isShown), [series]);
  const rows = useMemo(() => seriesRows(shown, figure), [shown, figure]);
  const describe = useCallback((at: number) => describeHour(at, rows, shown, words), [rows, shown, words]);
  const summary = summarize(title, shown, words);
  const hasData = rows.some((row) => shown.some((one) => (row[seriesKey(one)] ?? null) !== null));
  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="mb-1 flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 id={titleId} className="text-[0.9375rem] leading-5">
          {title}
        </h2>
        <div className="flex items-center gap-2">
          <span className="text-xs text-(--hint) max-md:hidden">{note}</span>
          {control}
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 md:grid-cols-[minmax(0,1fr)_12.25rem]">
        {hasData ? (
          <ChartFrame
            summary={summary}
            height={height}
            table={
              <DataDisclosure
                name={title}
                read={() => ({ ...tableOf(title, shown, rows, words), notes: events?.notes })}
              />
            }
          >
            <Plot
              kind={kind}
              title={title}
              summary={summary}
              height={height}
              rows={rows}
              scale={scale}
              describe={describe}
              events={events}
              series={shown}
              formatValue={words.formatValue}
            />
          </ChartFrame>
        ) : (
          <NoData height={height} isWide={series.length === 0} text={emptyWords(series, shown, props.emptyText)} />
        )}
        {series.length > 0 ? (
          <SeriesRail
            series={series}
            rows={rows}
            words={words}
            height={height}
            onToggle={props.onToggle}
            onSolo={props.onSolo}
            hidden={props.hidden}
            onShowMore={props.onShowMore}
          />
        ) : null}
      </div>
    </section>
  );
});

/** Empty while statistics load, and when the user has switched off all series with data. */
function emptyWords(series: readonly WebsiteSeries[], shown: readonly WebsiteSeries[], emptyText: string): string {
  if (shown.some((one) => one.statistics === undefined)) return '';
  return series.some((one) => (one.statistics?.total_checks ?? 0) > 0) ? messages.dashboard.noData : emptyText;
}

/** Height of the closed 'Show data' line below a chart. */
const dataLineHeightPx = 28;

/** Empty chart with the height of a full one, so that the layout does not shift when data arrives. */
function NoData({ height, isWide, text }: { height: number; isWide: boolean; text: string }) {
  return (
    <div className={isWide ? 'md:col-span-2' : ''} style={{ height: height + dataLineHeightPx }}>
      <div
        className="grid place-items-center text-[0.8125rem] text-(--muted)"
        style={{
          height: height - 20,
          background: 'repeating-linear-gradient(var(--border) 0 1px, transparent 1px 25%)',
        }}
      >
        {text ? <p className="bg-(--surface) px-3.5 py-1 text-center">{text}</p> : null}
      </div>
    </div>
  );
}

function summarize(title: string, shown: readonly WebsiteSeries[], { average, formatValue }: FigureWords): string {
  const averages = shown.filter((one) => one.statistics).map((one) => `${one.name} ${formatValue(average(one))}`);
  return averages.length === 0 ? `${title}: no data` : `${title}. Over the whole range: ${averages.join(', ')}`;
}

/** '22 Nov, 03:00: Checkout 1.28s, Search 0.61s' */
function describeHour(
  at: number,
  rows: readonly SeriesRow[],
  shown: readonly WebsiteSeries[],
  { formatValue }: FigureWords,
): string {
  const row = rows.find((one) => one.at === at);
  const values = shown.flatMap((one) => {
    const value = row?.[seriesKey(one)] ?? null;
    return value === null ? [] : [`${one.name} ${formatValue(value)}`];
  });
  return `${hourWords(at)}: ${values.join(', ') || 'no data'}`;
}

function tableOf(
  title: string,
  shown: readonly WebsiteSeries[],
  rows: readonly SeriesRow[],
  { formatValue }: FigureWords,
) {
  return {
    caption: title,
    head: ['Hour', ...shown.map((one) => one.name)],
    rows: rows.map((row) => ({
      key: String(row.at),
      cells: [formatTime(row.at, 'dateTime'), ...shown.map((one) => formatValue(row[seriesKey(one)] ?? null))],
    })),
  };
}
