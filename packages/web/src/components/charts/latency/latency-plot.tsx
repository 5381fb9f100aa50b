import { Area, CartesianGrid, ComposedChart, Line, ReferenceArea, ReferenceLine, Tooltip } from 'recharts';
import { formatTime } from '../../time/time-format.ts';
import { valueTicks } from '../plots/chart-scale.ts';
import { loneDot } from '../plots/lone-dot.tsx';
import { axisStyle, TimeAxis, ValueAxis } from '../plots/plot-axes.tsx';
import { cursorStyle, TooltipBox } from '../plots/plot-parts.tsx';
import { useBoxWidth } from '../plots/use-box-width.ts';
import type { LatencyPoint, Outage } from './latency-points.ts';

export interface LatencyPlotProps {
  summary: string;
  height: number;
  points: readonly LatencyPoint[];
  outages: readonly Outage[];
  /** In ms since the epoch. */
  from: number;
  to: number;
  unit: 's' | 'ms';
  /** In seconds. */
  threshold: number;
  speak: (seconds: number | null) => string;
}

/** Room above the highest value. */
const headroom = 1.15;

/** Median as a line in its band from the 5th to the 95th percentile; where every check failed, a red stretch. */
export function LatencyPlot(props: LatencyPlotProps) {
  const { summary, height, points, outages, from, to, unit, threshold, speak } = props;
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const factor = unit === 'ms' ? 1000 : 1;
  const highest = Math.max(0, ...points.map(({ band }) => band?.[1] ?? 0)) * headroom;
  const ticks = valueTicks(highest * factor, 5).map((tick) => tick / factor);
  const isThresholdShown = threshold <= (ticks.at(-1) ?? 0);
  const words = `slow over ${threshold}s`;
  return (
    <div ref={ref} className="relative">
      {isThresholdShown ? null : (
        <p className="absolute top-0 left-13 text-[0.6875rem] leading-4 text-(--warn-fg)">{words} ↑</p>
      )}
      <ComposedChart
        data={points}
        width={width}
        height={height}
        margin={{ top: 20, right: 12, bottom: 0, left: 0 }}
        role="img"
        aria-label={summary}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        {outages.map((outage) => (
          <ReferenceArea key={outage.from} x1={outage.from} x2={outage.to} fill="var(--down-g)" fillOpacity={0.1} />
        ))}
        <TimeAxis from={from} to={to} width={width} />
        <ValueAxis ticks={ticks} format={(value) => `${Number((value * factor).toPrecision(6))}${unit}`} />
        {isThresholdShown ? thresholdLine(threshold, words) : null}
        <Area
          dataKey="band"
          stroke="none"
          fill="var(--accent)"
          fillOpacity={0.13}
          isAnimationActive={false}
          activeDot={false}
        />
        <Line
          dataKey="median"
          stroke="var(--accent)"
          strokeWidth={1.75}
          dot={loneDot(
            points.map(({ median }) => median),
            'var(--accent)',
          )}
          isAnimationActive={false}
        />
        <Tooltip
          cursor={cursorStyle}
          isAnimationActive={false}
          content={({ active, payload }) => (active ? <PointCard point={payload?.[0]?.payload} speak={speak} /> : null)}
        />
      </ComposedChart>
    </div>
  );
}

const thresholdLine = (threshold: number, words: string) => (
  <ReferenceLine
    y={threshold}
    stroke="var(--warn-g)"
    strokeDasharray="4 4"
    label={{ value: words, position: 'insideBottomLeft', ...axisStyle, fill: 'var(--warn-fg)' }}
  />
);

interface PointCardProps {
  point: LatencyPoint | undefined;
  speak: (seconds: number | null) => string;
}

function PointCard({ point, speak }: PointCardProps) {
  if (!point || point.checks === 0) return null;
  const lines = [
    { key: 'median', name: 'Median', value: speak(point.median) },
    { key: 'p95', name: '95th percentile', value: speak(point.band?.[1] ?? null) },
    { key: 'checks', name: 'Checks', value: String(point.checks) },
    { key: 'failed', name: 'Failed', value: String(point.failures) },
  ];
  return <TooltipBox title={formatTime(point.at, 'dateTime')} lines={lines} />;
}
