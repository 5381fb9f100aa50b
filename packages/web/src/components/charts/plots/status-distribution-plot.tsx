import { Label, Pie, PieChart, Tooltip } from 'recharts';
import { axisStyle } from './plot-axes.tsx';
import { TooltipBox, useSvgId } from './plot-parts.tsx';
import type { Slice } from './slice.ts';
import { useBoxWidth } from './use-box-width.ts';

interface StatusDistributionPlotProps {
  slices: readonly Slice[];
  summary: string;
  height: number;
}

/** Draws the pie with recharts: the total in the middle, each count at its slice. The list beside it is the legend. */
export function StatusDistributionPlot({ slices, summary, height }: StatusDistributionPlotProps) {
  const [ref, width] = useBoxWidth<HTMLDivElement>();
  const id = useSvgId();
  const outer = Math.max(40, Math.min(width, height) / 2 - 34);
  const total = slices.reduce((sum, slice) => sum + slice.count, 0);
  const data = slices.map((slice, index) => ({
    ...slice,
    fill: slice.isHatched ? `url(#${id}-${index})` : slice.color,
  }));
  return (
    <div ref={ref}>
      <PieChart width={width} height={height} role="img" aria-label={summary} accessibilityLayer={false}>
        <defs>
          {slices.map((slice, index) => (
            <Hatch key={slice.name} id={`${id}-${index}`} color={slice.color} />
          ))}
        </defs>
        <Pie
          data={data}
          dataKey="count"
          nameKey="name"
          innerRadius={outer * 0.6}
          outerRadius={outer}
          startAngle={90}
          endAngle={-270}
          stroke="var(--surface)"
          strokeWidth={2}
          label={axisStyle}
          labelLine={false}
          isAnimationActive={false}
          rootTabIndex={-1}
        >
          <Label value={total} position="center" fontSize={22} fontWeight={600} fill="var(--text)" />
        </Pie>
        <Tooltip
          isAnimationActive={false}
          content={({ active, payload }) => <SliceTooltip slice={active ? payload?.[0]?.payload : undefined} />}
        />
      </PieChart>
    </div>
  );
}

function Hatch({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={color} />
      <rect width="1.5" height="6" fill="var(--surface)" />
    </pattern>
  );
}

function SliceTooltip({ slice }: { slice: Slice | undefined }) {
  if (!slice) return null;
  return (
    <TooltipBox
      title={slice.name}
      lines={[{ key: slice.name, name: 'Count', value: String(slice.count), color: slice.color }]}
    />
  );
}
