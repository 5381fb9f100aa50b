import { useIsAway } from '../../reachability/watch-server.ts';
import { spreadOf } from './plots/chart-scale.ts';

interface SparklineProps {
  /** Evenly spaced, oldest first; null is a gap. */
  values: readonly (number | null)[];
  /** Accessible name with the figures. */
  label: string;
  height: number;
}

const pitch = 4;
/** Share of the values that is added as dots while the server is away, for values that are not known here. */
const unknownShare = 0.1;

/** Small line chart in plain SVG without axes: area from 0, gaps remain gaps, lone values are dots. */
export function Sparkline({ values, label, height }: SparklineProps) {
  const spread = spreadOf(values.map((value) => ({ value })));
  const knownWidth = Math.max(1, values.length - 1) * pitch;
  const unknownWidth = useIsAway() ? Math.ceil(knownWidth * unknownShare) : 0;
  const width = knownWidth + unknownWidth;
  const top = spread && spread.max > 0 ? spread.max : 1;
  const yOf = (value: number) => height - 2 - (value / top) * (height - 6);
  const runs = runsOf(values).map((run) => run.map(({ x, value }) => `${x} ${yOf(value).toFixed(1)}`));
  const lines = runs.filter(({ length }) => length > 1);
  const dots = runs.filter(({ length }) => length === 1);
  return (
    <svg
      role="img"
      aria-label={label}
      className="block w-full overflow-visible"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <path
        d={runsOf(values)
          .map((run) => areaOf(run, yOf, height))
          .join('')}
        className="fill-(--accent) opacity-9"
      />
      <path
        d={lines.map((run) => `M${run.join('L')}`).join('')}
        className="fill-none stroke-(--accent)"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {unknownWidth > 0 ? (
        <path
          d={`M${knownWidth + pitch} ${height - 2}H${width}`}
          className="fill-none stroke-(--none-g)"
          strokeWidth={2}
          strokeDasharray="0 6"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
      {dots.length === 0 ? null : (
        // A zero-length line with round caps stays round when the SVG is stretched; a circle would become an ellipse.
        <path
          d={dots.map(([point]) => `M${point}h0`).join('')}
          className="fill-none stroke-(--accent)"
          strokeWidth={4}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

interface Point {
  x: number;
  value: number;
}

/** Runs of values without a gap. */
function runsOf(values: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const point = { x: index * pitch, value };
    if ((values[index - 1] ?? null) === null) runs.push([point]);
    else runs.at(-1)?.push(point);
  });
  return runs;
}

function areaOf(run: readonly Point[], yOf: (value: number) => number, height: number): string {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last || first === last) return '';
  return `M${first.x} ${height}L${run.map(({ x, value }) => `${x} ${yOf(value).toFixed(1)}`).join('L')}L${last.x} ${height}Z`;
}
