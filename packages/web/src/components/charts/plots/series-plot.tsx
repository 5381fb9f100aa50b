import { memo, useMemo } from 'react';
import { Area, AreaChart, CartesianGrid, Line, LineChart } from 'recharts';
import { type SeriesRow, seriesKey, seriesLook, type WebsiteSeries } from '../website-series.ts';
import { type ChartEvents, markLanePx, noEvents, onAxis } from './chart-events.ts';
import { CrosshairSlider } from './crosshair-slider.tsx';
import { EventMarks } from './event-marks.tsx';
import { loneDot } from './lone-dot.tsx';
import { edgePadding, TimeAxis, ValueAxis, valueAxisWidthPx } from './plot-axes.tsx';
import { PeakMarks } from './plot-marks.tsx';
import { BreakMark, CrosshairMarks } from './series-marks.tsx';
import { useBoxWidth } from './use-box-width.ts';
import type { ValueScale } from './value-scale.ts';

interface SeriesPlotProps {
  kind: 'lines' | 'areas';
  title: string;
  summary: string;
  height: number;
  /** The visible series. */
  series: readonly WebsiteSeries[];
  rows: readonly SeriesRow[];
  scale: ValueScale;
  formatValue: (value: number) => string;
  /** Announced text of an hour. */
  describe: (at: number) => string;
  events?: ChartEvents | undefined;
}

/** The space above holds the labels of clipped peaks. */
const margin = { top: 20, right: 12, bottom: 0, left: 0 };

/** Lines or areas of several websites over the same hours. Gaps remain gaps. */
export const SeriesPlot = memo(function SeriesPlot(props: SeriesPlotProps) {
  const { kind, title, summary, height, series, rows, scale, formatValue, describe, events = noEvents } = props;
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const { placed, ticks, isCut } = useMemo(() => placeRows(rows, series, scale), [rows, series, scale]);
  const times = useMemo(() => rows.map(({ at }) => at), [rows]);
  const top = ticks.at(-1) ?? 0;
  const from = times[0] ?? 0;
  const to = times.at(-1) ?? 0;
  const seen = useMemo(() => onAxis(events, from, to), [events, from, to]);
  const lane = seen.marks.length > 0 ? markLanePx : 0;
  const Chart = kind === 'lines' ? LineChart : AreaChart;
  return (
    <div ref={ref} className="relative">
      <Chart
        data={placed}
        width={width}
        height={height}
        margin={{ ...margin, top: margin.top + lane }}
        role="img"
        aria-label={summary}
        // `CrosshairSlider` replaces this layer of Recharts, which lacks Home and End and does not announce values.
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <EventMarks events={seen} laneAbove={margin.top} />
        <TimeAxis from={from} to={to} width={width} />
        <ValueAxis ticks={ticks} format={(place) => scale.formatTick(place, top)} isCut={isCut} />
        {series.map((one) => (kind === 'lines' ? drawLine(one, placed) : drawArea(one, placed, top)))}
        {scale.breakAt === undefined ? null : <BreakMark place={scale.breakAt} />}
        {isCut ? <PeakMarks lines={linesOf(series, placed)} top={top} formatValue={formatValue} /> : null}
        <CrosshairMarks series={series} rows={placed} />
      </Chart>
      <CrosshairSlider
        label={`${title}, hour by hour`}
        times={times}
        describe={describe}
        left={valueAxisWidthPx + edgePadding.left}
        right={margin.right + edgePadding.right}
      />
    </div>
  );
});

/** Scales values and ticks to the axis, and reports whether some values are above the last tick. */
function placeRows(rows: readonly SeriesRow[], series: readonly WebsiteSeries[], scale: ValueScale) {
  const keys = series.map(seriesKey);
  const placed = rows.map((row): SeriesRow => {
    const places = keys.map((key) => {
      const value = row[key] ?? null;
      return [key, value === null ? null : scale.place(value)] as const;
    });
    return { ...Object.fromEntries(places), at: row.at };
  });
  const values = placed.flatMap((row) => keys.flatMap((key) => row[key] ?? []));
  const ticks = scale.ticksFor(values);
  const top = ticks.at(-1) ?? 0;
  return { placed, ticks, isCut: values.some((value) => value > top) };
}

const linesOf = (series: readonly WebsiteSeries[], rows: readonly SeriesRow[]) =>
  series.map((one) => rows.map((row) => ({ at: row.at, value: row[seriesKey(one)] ?? null })));

function sharedLook(series: WebsiteSeries, rows: readonly SeriesRow[]) {
  const { color, dash } = seriesLook(series.position);
  return {
    dataKey: seriesKey(series),
    name: series.name,
    type: 'linear',
    stroke: color,
    strokeWidth: 1.75,
    strokeDasharray: dash,
    connectNulls: false,
    isAnimationActive: false,
    activeDot: false,
    dot: loneDot(
      rows.map((row) => row[seriesKey(series)] ?? null),
      color,
    ),
  } as const;
}

const drawLine = (series: WebsiteSeries, rows: readonly SeriesRow[]) => (
  <Line key={series.id} {...sharedLook(series, rows)} />
);

/** Filled from the top, so that lost uptime is the visible area. */
const drawArea = (series: WebsiteSeries, rows: readonly SeriesRow[], top: number) => {
  const look = sharedLook(series, rows);
  return <Area key={series.id} {...look} baseValue={top} fill={look.stroke} fillOpacity={0.16} />;
};
