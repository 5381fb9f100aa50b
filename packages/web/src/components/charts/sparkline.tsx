import { spreadOf } from './plots/chart-scale.ts';

interface SparklineProps {
  /** Evenly spaced, oldest first; null is a gap. */
  values: readonly (number | null)[];
  /** Its accessible name: what it shows, in figures. */
  label: string;
  /** In px. */
  height: number;
}

const pitch = 4;

/** A line without axes as plain SVG: one path, y from 0, gaps left as gaps, a lone value as a dash. */
export function Sparkline({ values, label, height }: SparklineProps) {
  const spread = spreadOf(values.map((value) => ({ value })));
  const width = Math.max(1, values.length - 1) * pitch;
  const top = spread && spread.max > 0 ? spread.max : 1;
  const path = values
    .map((value, index) => (value === null ? '' : segment(values, index, height - 2 - (value / top) * (height - 6))))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      className="block w-full overflow-visible"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <path d={`M0 ${height - 1}H${width}`} className="fill-none stroke-(--grid)" vectorEffect="non-scaling-stroke" />
      <path
        d={path}
        className="fill-none stroke-(--accent)"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function segment(values: readonly (number | null)[], index: number, y: number): string {
  const x = index * pitch;
  const isFirst = (values[index - 1] ?? null) === null;
  const isLone = isFirst && (values[index + 1] ?? null) === null;
  if (isLone) return `M${x - 1} ${y.toFixed(1)}h2`;
  return `${isFirst ? 'M' : 'L'}${x} ${y.toFixed(1)}`;
}
