import { Area, AreaChart, CartesianGrid, Line, LineChart, Tooltip, usePlotArea, useYAxisScale } from 'recharts';
import { formatTime } from '../../time/time-format.ts';
import { lastValue, type SeriesRow, seriesKey, seriesLook, spreadOut, type WebsiteSeries } from '../website-series.ts';
import { valueTicks } from './chart-scale.ts';
import { loneDot } from './lone-dot.tsx';
import { axisStyle, TimeAxis, ValueAxis } from './plot-axes.tsx';
import { cursorStyle, nearestInTime, TooltipBox } from './plot-parts.tsx';
import { useBoxWidth } from './use-box-width.ts';

export interface SeriesPlotProps {
  kind: 'lines' | 'areas';
  summary: string;
  height: number;
  /** Those that are shown. */
  series: readonly WebsiteSeries[];
  rows: readonly SeriesRow[];
  /** Highest value of the axis; absent: it follows the values. */
  top?: number | undefined;
  formatTick: (value: number) => string;
  formatValue: (value: number) => string;
}

const labelsFromPx = 640;
const labelWidthPx = 120;

/** Lines or areas of several websites over the same hours, with recharts. Gaps stay gaps. */
export function SeriesPlot(props: SeriesPlotProps) {
  const { kind, summary, height, series, rows, top, formatTick } = props;
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const hasLabels = width >= labelsFromPx;
  const ticks = valueTicks(top ?? highest(rows, series), 5);
  const from = rows[0]?.at ?? 0;
  const Chart = kind === 'lines' ? LineChart : AreaChart;
  return (
    <div ref={ref}>
      <Chart
        data={rows}
        width={width}
        height={height}
        margin={{ top: 8, right: hasLabels ? labelWidthPx : 12, bottom: 0, left: 0 }}
        role="img"
        aria-label={summary}
        syncId="websites"
        syncMethod={nearestInTime}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <TimeAxis from={from} to={rows.at(-1)?.at ?? from} width={width} />
        <ValueAxis ticks={ticks} format={formatTick} />
        {series.map((one) => (kind === 'lines' ? drawLine(one, rows) : drawArea(one, rows)))}
        {hasLabels ? <EndLabels series={series} rows={rows} /> : null}
        <Tooltip
          cursor={cursorStyle}
          isAnimationActive={false}
          content={({ active, payload }) => <RowTooltip {...props} active={active} row={payload?.[0]?.payload} />}
        />
      </Chart>
    </div>
  );
}

const highest = (rows: readonly SeriesRow[], series: readonly WebsiteSeries[]): number =>
  Math.max(0, ...rows.flatMap((row) => series.map((one) => row[seriesKey(one)] ?? 0)));

function sharedLook(series: WebsiteSeries, rows: readonly SeriesRow[]) {
  const { color, dash, width } = seriesLook(series.position);
  return {
    dataKey: seriesKey(series),
    name: series.name,
    type: 'linear',
    stroke: color,
    strokeWidth: width,
    strokeDasharray: dash,
    connectNulls: false,
    isAnimationActive: false,
    dot: loneDot(
      rows.map((row) => row[seriesKey(series)] ?? null),
      color,
    ),
  } as const;
}

const drawLine = (series: WebsiteSeries, rows: readonly SeriesRow[]) => (
  <Line key={series.id} {...sharedLook(series, rows)} />
);

const drawArea = (series: WebsiteSeries, rows: readonly SeriesRow[]) => {
  const look = sharedLook(series, rows);
  return <Area key={series.id} {...look} fill={look.stroke} fillOpacity={0.04} />;
};

const labelGapPx = 13;

/** Names at the ends of the lines, moved apart where they would touch. */
function EndLabels({ series, rows }: { series: readonly WebsiteSeries[]; rows: readonly SeriesRow[] }) {
  const scale = useYAxisScale();
  const area = usePlotArea();
  if (!scale || !area) return null;
  const ends = series.flatMap((one) => {
    const value = lastValue(rows, seriesKey(one));
    return value === null ? [] : [{ one, y: scale(value) ?? 0 }];
  });
  const fitting = ends.slice(0, Math.floor(area.height / labelGapPx));
  const placed = spreadOut(
    fitting.map(({ y }) => y),
    labelGapPx,
    area.y + area.height,
  );
  return (
    <g>
      {fitting.map(({ one }, index) => (
        <text key={one.id} x={area.x + area.width + 8} y={(placed[index] ?? 0) + 4} {...axisStyle}>
          <tspan fill={seriesLook(one.position).color}>– </tspan>
          {one.name.length > 16 ? `${one.name.slice(0, 15)}…` : one.name}
        </text>
      ))}
    </g>
  );
}

interface RowTooltipProps extends SeriesPlotProps {
  active: boolean;
  row: SeriesRow | undefined;
}

/** Every website at the crosshair, the highest first. */
function RowTooltip({ active, row, series, formatValue }: RowTooltipProps) {
  if (!active || !row) return null;
  const lines = series
    .flatMap((one) => {
      const value = row[seriesKey(one)];
      return value === null || value === undefined ? [] : [{ one, value }];
    })
    .sort((a, b) => b.value - a.value)
    .map(({ one, value }) => ({
      key: String(one.id),
      name: one.name,
      value: formatValue(value),
      color: seriesLook(one.position).color,
    }));
  return <TooltipBox title={formatTime(row.at, 'dateTime')} lines={lines} />;
}
