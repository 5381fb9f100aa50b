import { charts } from '@upvigil/core/languages/compiled/english/charts';
import { Area, AreaChart, CartesianGrid, ReferenceArea, Tooltip } from 'recharts';
import { translated } from '../../../language/catalogue.ts';
import { figures } from '../../../language/figures.ts';
import { formatTime } from '../../time/time-format.ts';
import { formatTimeTick, type Gap, type PlotPoint, secondsAbove, type TimeUnit } from './chart-scale.ts';
import { loneDot } from './lone-dot.tsx';
import { axisStyle, TimeAxis, ValueAxis, valueAxisWidthPx } from './plot-axes.tsx';
import { cursorStyle, FailureMarks, nearestInTime, PeakMarks, TooltipBox } from './plot-marks.tsx';
import { useBoxWidth } from './use-box-width.ts';

interface ResponseTimePlotProps {
  summary: string;
  name: string;
  height: number;
  points: readonly PlotPoint[];
  gaps: readonly Gap[];
  failures: readonly number[];
  from: number;
  to: number;
  unit: TimeUnit;
}

const labelWidthPx = 56;

/** Values in seconds; each tick shows its unit. */
export function ResponseTimePlot(props: ResponseTimePlotProps) {
  const { summary, height, points, gaps, failures, from, to, unit } = props;
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const formatValue = (seconds: number) => figures().responseTime(unit === 'ms' ? 'ICMP_PING' : 'URL', seconds);
  const values = points.flatMap(({ value }) => value ?? []);
  const ticks = secondsAbove(values, height < 120 ? 3 : 5);
  const top = ticks.at(-1) ?? 1;
  const isCut = values.some((value) => value > top);
  const pixels = (gap: Gap) => ((gap.to - gap.from) / Math.max(1, to - from)) * (width - valueAxisWidthPx);
  return (
    <div ref={ref}>
      <AreaChart
        data={points}
        width={width}
        height={height}
        margin={{ top: isCut ? 18 : 6, right: 12, bottom: 0, left: 0 }}
        role="img"
        aria-label={summary}
        syncId="response-time"
        syncMethod={nearestInTime}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        {gaps.map((gap) => gapArea(gap, pixels(gap)))}
        <TimeAxis from={from} to={to} width={width} />
        <ValueAxis ticks={ticks} format={(value) => measure(formatTimeTick(value, top, unit))} isCut={isCut} />
        <Area
          dataKey="value"
          type="linear"
          stroke="var(--accent)"
          strokeWidth={1.5}
          fill="var(--accent)"
          fillOpacity={0.15}
          connectNulls={false}
          dot={loneDot(
            points.map((point) => point.value),
            'var(--accent)',
          )}
          isAnimationActive={false}
        />
        <FailureMarks times={failures} />
        {isCut ? <PeakMarks lines={[points]} top={top} formatValue={formatValue} /> : null}
        <Tooltip
          cursor={cursorStyle}
          isAnimationActive={false}
          content={({ active, payload }) => <PointTooltip active={active} point={payload?.[0]?.payload} {...props} />}
        />
      </AreaChart>
    </div>
  );
}

/** A tick label in the number format of the page's language. */
function measure(text: string): string {
  const local = translated('figures', null);
  return local ? local.measure(text) : text;
}

/** A period without data, labelled if the label fits. */
const gapArea = (gap: Gap, widthPx: number) => (
  <ReferenceArea
    key={gap.from}
    x1={gap.from}
    x2={gap.to}
    fill="var(--none-bg)"
    fillOpacity={1}
    {...(widthPx > labelWidthPx ? { label: { value: translated('charts', charts).noData, ...axisStyle } } : {})}
  />
);

interface PointTooltipProps extends ResponseTimePlotProps {
  active: boolean;
  point: PlotPoint | undefined;
}

function PointTooltip({ active, point, name, unit }: PointTooltipProps) {
  if (!active || !point) return null;
  const value = figures().responseTime(unit === 'ms' ? 'ICMP_PING' : 'URL', point.value);
  return <TooltipBox title={formatTime(point.at, 'dateTime')} lines={[{ key: name, name, value }]} />;
}
