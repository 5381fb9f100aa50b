import { shortDuration } from '@upvigil/core/format/short-duration';
import { dayMs, hourMs } from '@upvigil/core/time';
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
import type { ChartEvents } from '../plots/chart-events.ts';
import { cutPeaks, formatAxisTime, formatTimeTick, secondsAbove, type TimeUnit } from '../plots/chart-scale.ts';
import { EventMarks, shortened } from '../plots/event-marks.tsx';
import { loneDot } from '../plots/lone-dot.tsx';
import { axisStyle, TimeAxis, ValueAxis } from '../plots/plot-axes.tsx';
import { cursorStyle, TooltipBox, useSvgId } from '../plots/plot-marks.tsx';
import { type LaneText, placeInLane } from '../plots/text-lane.ts';
import { useBoxWidth } from '../plots/use-box-width.ts';
import { highest, type LatencyPoint, type Outage } from './latency-points.ts';

export interface LatencyPlotProps {
  summary: string;
  height: number;
  points: readonly LatencyPoint[];
  outages: readonly Outage[];
  /** Times in which checks were slow. */
  slow: readonly Outage[];
  /** Text above an open outage: 'down 42 min'. */
  lasting: string | null;
  /** Start of the axis in ms since the epoch. */
  from: number;
  to: number;
  /** Length of a point's stretch. */
  bucketMs: number;
  unit: TimeUnit;
  /** Slow threshold in seconds. */
  threshold: number;
  formatValue: (seconds: number | null) => string;
  /** Only events within the axis. */
  events: ChartEvents;
}

/** The lane above the plot, for what lasts, changes, maintenance, the threshold and peaks. */
const lanePx = 20;

/** The median as a line and the band from it to the 95th percentile, amber above the threshold; an outage is a red stretch. */
export function LatencyPlot(props: LatencyPlotProps) {
  const { summary, height, points, outages, from, to, unit, threshold, formatValue, events, bucketMs } = props;
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const paint = useSvgId();
  const heights = points.map(highest);
  const ticks = secondsAbove(
    heights.filter((height) => height !== null),
    5,
  );
  const top = ticks.at(-1) ?? 1;
  const isThresholdShown = threshold <= top;
  const medians = points.map(({ median }) => median);
  return (
    <div ref={ref}>
      <ComposedChart
        data={points}
        width={width}
        height={height}
        margin={{ top: lanePx, right: 12, bottom: 0, left: 0 }}
        role="img"
        aria-label={summary}
      >
        <ThresholdPaint id={paint} share={threshold / top} />
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <EventMarks events={events} laneAbove={0} isLabelled={false} />
        {outages.map((outage) => outageArea(outage, from, to))}
        <TimeAxis from={from} to={to} width={width} />
        <ValueAxis ticks={ticks} format={(value) => formatTimeTick(value, top, unit)} isCut />
        {isThresholdShown ? thresholdLine(threshold, thresholdWords(threshold)) : null}
        <Area
          dataKey="band"
          stroke={`url(#${paint}-line)`}
          strokeWidth={1}
          strokeOpacity={0.55}
          fill={`url(#${paint}-band)`}
          fillOpacity={1}
          isAnimationActive={false}
          activeDot={false}
          // Recharts draws a dot for a lone point; the line of medians has one already.
          dot={points.length === 1 ? noDot : false}
        />
        <Line
          dataKey="median"
          stroke={`url(#${paint}-line)`}
          strokeWidth={1.75}
          dot={loneDot(medians, 'var(--accent)')}
          isAnimationActive={false}
        />
        {isThresholdShown ? null : <ThresholdAbove words={`${thresholdWords(threshold)} ↑`} />}
        <Lane texts={laneTexts(props, heights, top)} />
        <Tooltip
          cursor={cursorStyle}
          isAnimationActive={false}
          content={({ active, payload }) =>
            active ? <PointCard point={payload?.[0]?.payload} bucketMs={bucketMs} formatValue={formatValue} /> : null
          }
        />
      </ComposedChart>
    </div>
  );
}

interface ThresholdPaintProps {
  id: string;
  /** Position of the threshold: 0 is the bottom of the axis, 1 its top, more is above. */
  share: number;
}

/** Colours of line and band: amber above the threshold. */
function ThresholdPaint({ id, share }: ThresholdPaintProps) {
  const area = usePlotArea();
  if (!area) return null;
  const limit = Math.max(0, 1 - share);
  const gradient = (name: string, amber: number, accent: number) => (
    <linearGradient
      id={`${id}-${name}`}
      gradientUnits="userSpaceOnUse"
      x1={0}
      x2={0}
      y1={area.y}
      y2={area.y + area.height}
    >
      <stop offset={limit} stopColor="var(--warn-g)" stopOpacity={amber} />
      <stop offset={limit} stopColor="var(--accent)" stopOpacity={accent} />
    </linearGradient>
  );
  return (
    <defs>
      {gradient('line', 1, 1)}
      {gradient('band', 0.25, 0.13)}
    </defs>
  );
}

/** One that began before the axis does is drawn from its start on. */
const outageArea = (outage: Outage, from: number, to: number) => (
  <ReferenceArea
    key={outage.from}
    x1={Math.max(outage.from, from)}
    x2={Math.min(outage.to, to)}
    fill="var(--down-g)"
    fillOpacity={0.1}
  />
);

const noDot = () => <g key="none" />;

const thresholdWords = (threshold: number): string => `slow over ${threshold}s`;

const thresholdLine = (threshold: number, words: string) => (
  <ReferenceLine
    y={threshold}
    stroke="var(--warn-g)"
    strokeDasharray="4 4"
    label={{ value: words, position: 'insideBottomLeft', ...axisStyle, fill: 'var(--warn-fg)' }}
  />
);

/** At the top left of the plot, where the threshold is higher than the axis. */
function ThresholdAbove({ words }: { words: string }) {
  const area = usePlotArea();
  return area ? (
    <text x={area.x + 4} y={area.y + 13} {...axisStyle} fill="var(--warn-fg)">
      {words}
    </text>
  ) : null;
}

/** A text of the lane, at a time; a mark before it is drawn, because not every font has one. */
interface LaneWords {
  text: string;
  at: number;
  fill: string;
  mark?: keyof typeof marks;
}

const marks = {
  triangle: 'm0 0h8l-4-7z',
  diamond: 'm0-3.5 4-4 4 4-4 4z',
  hatch: 'm0-1 6-6m-2 6 6-6',
} as const;
const markPx = 12;

/** Texts above the plot, the most important first: without enough room, the last ones are omitted. */
function laneTexts(props: LatencyPlotProps, heights: readonly (number | null)[], top: number): LaneWords[] {
  const { outages, slow, lasting, events, points, from, to, bucketMs, unit } = props;
  const middle = (time: Outage) => (Math.max(time.from, from) + Math.min(time.to, to)) / 2;
  const ended = lasting ? outages.filter((outage) => outage.to < to) : outages;
  return [
    ...(lasting ? [{ text: lasting, at: to, fill: 'var(--down-fg)' }] : []),
    ...ended.map((outage) => ({
      text: `down ${shortDuration(outage.to - outage.from)}`,
      at: middle(outage),
      fill: 'var(--down-fg)',
    })),
    ...slow.map((time) => ({
      // Of longer stretches it is not known how much of them was slow.
      text: bucketMs <= hourMs ? `slow ${shortDuration(time.to - time.from)}` : 'slow',
      at: middle(time),
      fill: 'var(--warn-fg)',
      mark: 'triangle' as const,
    })),
    ...events.marks.map(({ at, label }) => ({
      text: shortened(label),
      at,
      fill: 'var(--accent)',
      mark: 'diamond' as const,
    })),
    ...events.runs.map((run) => ({
      text: 'maintenance',
      at: middle(run),
      fill: 'var(--maintenance-g)',
      mark: 'hatch' as const,
    })),
    ...cutPeaks(heights, top).map(({ index, value }) => ({
      text: formatAxisTime(value, top, unit),
      at: points[index]?.at ?? from,
      fill: 'var(--text)',
      mark: 'triangle' as const,
    })),
  ];
}

function Lane({ texts }: { texts: readonly LaneWords[] }) {
  const scale = useXAxisScale();
  const area = usePlotArea();
  if (!scale || !area) return null;
  const placed = texts.map((one) => ({ ...one, x: scale(one.at) ?? area.x, markPx: one.mark ? markPx : 0 }));
  const y = area.y - 6;
  return placeInLane<LaneText & LaneWords>(placed, area).map(({ text, x, fill, mark }) => (
    <Fragment key={`${x} ${text}`}>
      {mark ? <path d={`M${x} ${y}${marks[mark]}`} fill={mark === 'hatch' ? 'none' : fill} stroke={fill} /> : null}
      <text x={x + (mark ? markPx : 0)} y={y} {...axisStyle} fill={fill} fontWeight={500}>
        {text}
      </text>
    </Fragment>
  ));
}

interface PointCardProps {
  point: LatencyPoint | undefined;
  bucketMs: number;
  formatValue: (seconds: number | null) => string;
}

function PointCard({ point, bucketMs, formatValue }: PointCardProps) {
  if (!point || point.checks === 0) return null;
  const { at, median, band, checks, failures, slow } = point;
  const counts = [String(checks), failures > 0 ? `${failures} failed` : '', slow > 0 ? `${slow} slow` : ''];
  const lines = [
    { key: 'median', name: 'p50, median', value: formatValue(median) },
    { key: 'p95', name: 'p95', value: formatValue(band?.[1] ?? null) },
    { key: 'checks', name: 'Checks', value: counts.filter(Boolean).join(', ') },
  ];
  return <TooltipBox title={stretchName(at - bucketMs / 2, bucketMs)} lines={lines} />;
}

/** '25 Nov, 14:45 to 15:00'; of a day or more '25 Nov', '19 Nov to 25 Nov'. */
function stretchName(from: number, bucketMs: number): string {
  const to = from + bucketMs;
  const day = (time: number) => formatTime(time, 'dayMonth');
  if (bucketMs > dayMs) return `${day(from)} to ${day(to - dayMs)}`;
  if (bucketMs === dayMs) return day(from + dayMs / 2);
  return `${day(from)}, ${formatTime(from, 'hourMinute')} to ${formatTime(to, 'hourMinute')}`;
}
