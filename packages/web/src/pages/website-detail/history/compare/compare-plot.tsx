import { Area, CartesianGrid, ComposedChart, Line, Tooltip } from 'recharts';
import { formatTimeTick, secondsAbove } from '../../../../components/charts/plots/chart-scale.ts';
import { loneDot } from '../../../../components/charts/plots/lone-dot.tsx';
import { TimeAxis, ValueAxis } from '../../../../components/charts/plots/plot-axes.tsx';
import { cursorStyle, TooltipBox } from '../../../../components/charts/plots/plot-marks.tsx';
import { useBoxWidth } from '../../../../components/charts/plots/use-box-width.ts';
import { formatTime } from '../../../../components/time/time-format.ts';
import type { ComparedRow, ComparedWebsite } from './compared-rows.ts';

interface ComparePlotProps {
  summary: string;
  height: number;
  rows: readonly ComparedRow[];
  websites: readonly ComparedWebsite[];
  /** In ms since the epoch. */
  from: number;
  to: number;
  formatValue: (seconds: number | null) => string;
}

/** Medians of websites as lines, each with its band up to the 95th percentile, on one axis. */
export function ComparePlot({ summary, height, rows, websites, from, to, formatValue }: ComparePlotProps) {
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const ticks = secondsAbove(
    rows.flatMap((row) => websites.flatMap(({ id }) => row.bands[id]?.[1] ?? [])),
    6,
  );
  const top = ticks.at(-1) ?? 1;
  return (
    <div ref={ref}>
      <ComposedChart
        data={rows}
        width={width}
        height={height}
        margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
        role="img"
        aria-label={summary}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <TimeAxis from={from} to={to} width={width} />
        <ValueAxis ticks={ticks} format={(value) => formatTimeTick(value, top, 's')} isCut />
        {websites.map(({ id, color }) => (
          <Area
            key={`band ${id}`}
            dataKey={(row: ComparedRow) => row.bands[id]}
            stroke="none"
            fill={color}
            fillOpacity={0.13}
            isAnimationActive={false}
            activeDot={false}
          />
        ))}
        {websites.map(({ id, name, color, dash }) => (
          <Line
            key={id}
            name={name}
            dataKey={(row: ComparedRow) => row.medians[id]}
            stroke={color}
            strokeWidth={1.75}
            strokeDasharray={dash}
            dot={loneDot(
              rows.map((row) => row.medians[id] ?? null),
              color,
            )}
            isAnimationActive={false}
          />
        ))}
        <Tooltip
          cursor={cursorStyle}
          isAnimationActive={false}
          content={({ active, payload }) =>
            active ? <RowCard row={payload?.[0]?.payload} websites={websites} formatValue={formatValue} /> : null
          }
        />
      </ComposedChart>
    </div>
  );
}

type RowCardProps = Pick<ComparePlotProps, 'websites' | 'formatValue'> & { row: ComparedRow | undefined };

function RowCard({ row, websites, formatValue }: RowCardProps) {
  if (!row) return null;
  const lines = websites.map(({ id, name }) => ({
    key: String(id),
    name: `${name} p50`,
    value: formatValue(row.medians[id] ?? null),
  }));
  const [one, other, third] = websites.map(({ id }) => row.medians[id] ?? null);
  const difference =
    third === undefined && typeof one === 'number' && typeof other === 'number'
      ? [{ key: 'difference', name: 'Difference', value: formatValue(Math.abs(one - other)) }]
      : [];
  return <TooltipBox title={formatTime(row.at, 'dateTime')} lines={[...lines, ...difference]} />;
}
