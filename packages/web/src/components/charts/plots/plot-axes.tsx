import { dayMs } from '@upvigil/core/time';
import { XAxis, YAxis } from 'recharts';
import { formatTime } from '../../time/time-format.ts';
import { timeTicks } from './chart-scale.ts';

export const axisStyle = { fontSize: 11, fill: 'var(--muted)' } as const;
/** Fits six characters, such as 0.75ms. */
export const valueAxisWidthPx = 52;
/** Space in px for the dot of a lone sample at either edge. */
export const edgePadding = { left: 4, right: 4 };
const wideFromPx = 480;
/** Half of the longest label, less the room right of the plot. */
const labelOverhangPx = 4;

/** Proportional time axis in local time. Times in ms. Shows five ticks, or three on narrow charts. */
export function TimeAxis({ from, to, width }: { from: number; to: number; width: number }) {
  const isWithinTwoDays = to - from <= 2 * dayMs;
  const pxPerMs = Math.max(0, width - valueAxisWidthPx) / Math.max(1, to - from);
  const ticks = timeTicks(from, to, width >= wideFromPx ? 5 : 3);
  return (
    <XAxis
      dataKey="at"
      type="number"
      domain={[from, to]}
      ticks={ticks.filter((at) => isWithinTwoDays || (to - at) * pxPerMs >= labelOverhangPx)}
      tickFormatter={(at: number) => formatTime(at, isWithinTwoDays ? 'hourMinute' : 'dayMonth')}
      height={20}
      padding={edgePadding}
      interval={0}
      tick={axisStyle}
      tickLine={false}
      axisLine={{ stroke: 'var(--grid)' }}
    />
  );
}

interface ValueAxisProps {
  ticks: number[];
  format: (value: number) => string;
  /** Clips values above the last tick. Otherwise the axis grows with them. */
  isCut?: boolean;
}

/** Axis from 0 to the last tick, with the unit on each tick. */
export function ValueAxis({ ticks, format, isCut = false }: ValueAxisProps) {
  return (
    <YAxis
      width={valueAxisWidthPx}
      domain={[0, ticks.at(-1) ?? 1]}
      allowDataOverflow={isCut}
      ticks={ticks}
      tickFormatter={format}
      interval={0}
      tick={axisStyle}
      tickLine={false}
      axisLine={false}
    />
  );
}
