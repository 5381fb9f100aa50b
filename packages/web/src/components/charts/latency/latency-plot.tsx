import { Fragment } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  usePlotArea,
  useXAxisScale,
} from 'recharts';
import { formatTime } from '../../time/time-format.ts';
import { type ChartEvents, markLanePx } from '../plots/chart-events.ts';
import { cutPeaks, formatTimeTick, secondsAbove, type TimeUnit } from '../plots/chart-scale.ts';
import { EventMarks } from '../plots/event-marks.tsx';
import { loneDot } from '../plots/lone-dot.tsx';
import { axisStyle, TimeAxis, ValueAxis } from '../plots/plot-axes.tsx';
import { cursorStyle, TooltipBox } from '../plots/plot-parts.tsx';
import { type LaneText, placeInLane } from '../plots/text-lane.ts';
import { useBoxWidth } from '../plots/use-box-width.ts';
import { highest, type LatencyPoint, type Outage } from './latency-points.ts';

export interface LatencyPlotProps {
  summary: string;
  height: number;
  points: readonly LatencyPoint[];
  outages: readonly Outage[];
  /** Label of an open outage, such as 'down 42 min'. */
  lasting: string | null;
  /** Start of the axis in ms since the epoch. */
  from: number;
  to: number;
  unit: TimeUnit;
  /** Slow threshold in seconds. */
  threshold: number;
  speak: (seconds: number | null) => string;
  /** Only events within the axis. */
  events: ChartEvents;
}

/** Height of the lane above the plot for labels. */
const lanePx = 20;

/** Median line within a band from the 5th to the 95th percentile. Outages are red areas. */
export function LatencyPlot(props: LatencyPlotProps) {
  const { summary, height, points, outages, lasting, from, to, unit, threshold, speak, events } = props;
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const heights = points.map(highest);
  const ticks = secondsAbove(
    heights.filter((height) => height !== null),
    5,
  );
  const top = ticks.at(-1) ?? 1;
  const peaks = cutPeaks(heights, top).map(({ index, value }) => ({
    at: points[index]?.at ?? from,
    text: speak(value),
  }));
  const isThresholdShown = threshold <= top;
  const words = `slow over ${threshold}s`;
  return (
    <div ref={ref}>
      <ComposedChart
        data={points}
        width={width}
        height={height}
        margin={{ top: lanePx + (events.marks.length > 0 ? markLanePx : 0), right: 12, bottom: 0, left: 0 }}
        role="img"
        aria-label={summary}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <EventMarks events={events} laneAbove={lanePx} />
        {outages.map((outage) => outageArea(outage, from, to))}
        <TimeAxis from={from} to={to} width={width} />
        <ValueAxis ticks={ticks} format={(value) => formatTimeTick(value, top, unit)} isCut />
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
        <Lane lasting={lasting} threshold={isThresholdShown ? null : `${words} ↑`} peaks={peaks} />
        <Tooltip
          cursor={cursorStyle}
          isAnimationActive={false}
          content={({ active, payload }) => (active ? <PointCard point={payload?.[0]?.payload} speak={speak} /> : null)}
        />
      </ComposedChart>
    </div>
  );
}

/** Clips an outage to the start of the axis, because Recharts omits areas that reach beyond it. */
const outageArea = (outage: Outage, from: number, to: number) => (
  <ReferenceArea
    key={outage.from}
    x1={Math.max(outage.from, from)}
    x2={Math.min(outage.to, to)}
    fill="var(--down-g)"
    fillOpacity={0.1}
  />
);

const thresholdLine = (threshold: number, words: string) => (
  <ReferenceLine
    y={threshold}
    stroke="var(--warn-g)"
    strokeDasharray="4 4"
    label={{ value: words, position: 'insideBottomLeft', ...axisStyle, fill: 'var(--warn-fg)' }}
  />
);

interface LaneProps {
  lasting: string | null;
  /** Label of a threshold that is above the axis. */
  threshold: string | null;
  /** Values above the axis. */
  peaks: readonly { at: number; text: string }[];
}

interface LaneWords extends LaneText {
  fill: string;
}

/** Marks a clipped peak. Drawn as a path, because not every font has the character. */
const triangle = 'h8l-4 -7z';
const trianglePx = 11;

/** Labels above the plot: an open outage, a threshold above the axis, and clipped peaks. */
function Lane({ lasting, threshold, peaks }: LaneProps) {
  const scale = useXAxisScale();
  const area = usePlotArea();
  if (!scale || !area) return null;
  const texts: LaneWords[] = peaks.map(({ at, text }) => ({
    text,
    x: scale(at) ?? area.x,
    fill: 'var(--text)',
    markPx: trianglePx,
  }));
  if (threshold) texts.unshift({ text: threshold, x: area.x, fill: 'var(--warn-fg)' });
  if (lasting) texts.unshift({ text: lasting, x: area.x + area.width, fill: 'var(--down-fg)' });
  const y = area.y - 6;
  return placeInLane(texts, area).map(({ text, x, fill, markPx = 0 }) => (
    <Fragment key={`${x} ${text}`}>
      {markPx > 0 ? <path d={`M${x} ${y}${triangle}`} fill={fill} /> : null}
      <text x={x + markPx} y={y} {...axisStyle} fill={fill} fontWeight={500}>
        {text}
      </text>
    </Fragment>
  ));
}

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
