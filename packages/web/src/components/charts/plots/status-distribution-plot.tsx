import { Pie, PieChart } from 'recharts';
import { useSvgId } from './plot-marks.tsx';
import { useBoxWidth } from './use-box-width.ts';

export interface Slice {
  name: string;
  count: number;
  color: string;
  /** A hatch over the colour distinguishes network services from URLs without colour. */
  isHatched: boolean;
}

interface StatusDistributionPlotProps {
  slices: readonly Slice[];
  summary: string;
  /** Number of targets that are up. */
  up: number;
  total: number;
  /** Size of the ring in px until its container is measured. */
  size: number;
}

/**
 * Ring chart with the number of targets that are up in its centre. The list beside it is the legend and shows the
 * counts.
 */
export function StatusDistributionPlot({ slices, summary, up, total, size }: StatusDistributionPlotProps) {
  const [ref, width] = useBoxWidth<HTMLDivElement>(size);
  const id = useSvgId();
  const data = slices.map((slice, index) => ({
    ...slice,
    fill: slice.isHatched ? `url(#${id}-${index})` : slice.color,
  }));
  const middle = width / 2;
  return (
    <div ref={ref}>
      <PieChart width={width} height={width} role="img" aria-label={summary} accessibilityLayer={false}>
        <defs>
          {slices.map((slice, index) => (
            <Hatch key={slice.name} id={`${id}-${index}`} color={slice.color} />
          ))}
        </defs>
        <Pie
          data={data}
          dataKey="count"
          nameKey="name"
          innerRadius={middle * 0.66}
          outerRadius={middle - 1}
          startAngle={90}
          endAngle={-270}
          minAngle={4}
          stroke="var(--surface)"
          strokeWidth={2}
          isAnimationActive={false}
          rootTabIndex={-1}
        />
        <text x={middle} y={middle + 3} textAnchor="middle" fontSize={28} fontWeight={600} fill="var(--text)">
          {up}
        </text>
        <text x={middle} y={middle + 21} textAnchor="middle" fontSize={12} fill="var(--muted)">
          of {total} up
        </text>
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
