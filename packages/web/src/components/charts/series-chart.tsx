import { messages } from '@upvigil/core/messages';
import { lazy, memo, useId, useMemo } from 'react';
import { formatTime } from '../time/time-format.ts';
import { ChartFrame } from './chart-frame.tsx';
import { DataDisclosure } from './data-disclosure.tsx';
import { SeriesLegend } from './series-legend.tsx';
import { type HourFigure, type SeriesRow, seriesKey, seriesRows, type WebsiteSeries } from './website-series.ts';

const Plot = lazy(async () => ({ default: (await import('./plots/series-plot.tsx')).SeriesPlot }));

/** Props of both charts over all websites. */
export interface WebsitesChartProps {
  series: readonly WebsiteSeries[];
  onToggle: (id: number) => void;
  /** How many websites are not listed. */
  hidden: number;
  onShowMore: () => void;
}

interface SeriesChartProps extends WebsitesChartProps {
  title: string;
  /** Small print beside the title: what the figures are. */
  note: string;
  kind: 'lines' | 'areas';
  figure: HourFigure;
  top?: number;
  average: (series: WebsiteSeries) => number | null;
  formatTick: (value: number) => string;
  formatValue: (value: number | null) => string;
}

const seriesChartHeightPx = 240;

/** A chart over all websites: title, plot, legend with toggles, and the figures as a table. */
export const SeriesChart = memo(function SeriesChart(props: SeriesChartProps) {
  const { title, note, kind, figure, series, average, formatValue, formatTick, top } = props;
  const titleId = useId();
  const shown = useMemo(() => series.filter((one) => one.isShown), [series]);
  const rows = useMemo(() => seriesRows(shown, figure), [shown, figure]);
  const figureOf = (one: WebsiteSeries) => (one.statistics ? formatValue(average(one)) : '');
  const summary = summarize(title, shown, figureOf);
  const hasData = rows.some((row) => shown.some((one) => (row[seriesKey(one)] ?? null) !== null));
  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={titleId}>{title}</h2>
        <span className="text-xs text-(--muted)">{note}</span>
      </div>
      {hasData ? (
        <ChartFrame
          summary={summary}
          height={seriesChartHeightPx}
          table={<DataDisclosure name={title} read={() => tableOf(title, shown, rows, formatValue)} />}
        >
          <Plot
            kind={kind}
            summary={summary}
            height={seriesChartHeightPx}
            series={shown}
            rows={rows}
            top={top}
            formatTick={formatTick}
            formatValue={formatValue}
          />
        </ChartFrame>
      ) : (
        <NoData series={shown} />
      )}
      <SeriesLegend
        series={series}
        figureOf={figureOf}
        onToggle={props.onToggle}
        hidden={props.hidden}
        onShowMore={props.onShowMore}
      />
    </section>
  );
});

/** As high as the chart with its 'Show data' line, so that nothing moves when the figures come. */
function NoData({ series }: { series: readonly WebsiteSeries[] }) {
  const isLoading = series.some((one) => one.statistics === undefined);
  return (
    <div
      className="grid place-items-center rounded-md bg-(--sunken) text-(--muted)"
      style={{ height: seriesChartHeightPx + dataLineHeightPx }}
    >
      {isLoading ? '' : messages.dashboard.noData}
    </div>
  );
}

/** Height of the closed 'Show data' line below a chart. */
const dataLineHeightPx = 28;

function summarize(
  title: string,
  shown: readonly WebsiteSeries[],
  figureOf: (series: WebsiteSeries) => string,
): string {
  const averages = shown.filter((one) => one.statistics).map((one) => `${one.name} ${figureOf(one)}`);
  return averages.length === 0 ? `${title}: no data` : `${title}. Over the whole range: ${averages.join(', ')}`;
}

function tableOf(
  title: string,
  shown: readonly WebsiteSeries[],
  rows: readonly SeriesRow[],
  formatValue: (value: number | null) => string,
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
